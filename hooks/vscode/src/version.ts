/** The same as in package.json and plugin.json. */
export const PLUGIN_VERSION = '0.2.4';
