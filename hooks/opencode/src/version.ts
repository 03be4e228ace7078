/** Of both builds, and of what evidence says. */
export const PLUGIN_VERSION = '0.1.0';
