// The embedded classifier as the command and the app use it: the same code and weights as the hooks'.
import path from 'node:path';
import type { Classifier } from '../../hooks/classifier/classify.ts';
import { embeddedClassifier } from '../../hooks/core/embedded-classifier.ts';

/** From this folder and from the built command's (dist/cli) the way to the weights is the same. */
const shipped = path.join(import.meta.dirname, '../../hooks/classifier/weights.bin');

let loaded: Classifier | null = null;

/** Read on first use, kept for the life of the process. Without its weights it judges by the rules alone, and its version says so. */
export function sharedEmbeddedClassifier(): Classifier {
  loaded ??= embeddedClassifier(shipped).classifier;
  return loaded;
}
