// The secrets that this process has met. Whoever reads one registers it where it is read, so that no log line and no message
// of a failure can hold it, whoever writes that.
import { RedactionRegistry } from './registry.ts';

export const processSecrets = new RedactionRegistry();
