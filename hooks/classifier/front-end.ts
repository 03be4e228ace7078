// What the trainer needs of the classifier, under one name.
export { analyse } from './analyse.ts';
export { createClassifier } from './classify.ts';
export { CONCEPTS } from './concepts.ts';
export { DATA_COMMANDS, featuresOf, PREFIXES, SHELL_READER } from './features.ts';
export { FOLD_BY, FOLD_LONGER, FOLD_TO, LOOK_ALIKES } from './fold-table.ts';
export { ORIGIN_PATTERNS } from './origin.ts';
export { RULES } from './rules.ts';
export { TELLING } from './select.ts';
export { checksum, WEIGHTS_FORMAT } from './weights.ts';
