/** The version of this hook, as evidence and classification metadata name it. */
export const PLUGIN_VERSION = '0.1.0';
