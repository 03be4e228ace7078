// Where our things lie in one home of Hermes. The plugin's folder is what Hermes scans, so it holds nothing but the plugin;
// the classifier's rules, the checker and the runner lie in a folder of our own beside it.
import path from 'node:path';

export interface Layout {
  /** A home of Hermes: `~/.hermes`, a profile's, or the one that HERMES_HOME names. */
  readonly home: string;
  /** Hermes' own folder of plugins, shared with others. */
  readonly plugins: string;
  readonly plugin: string;
  readonly own: string;
  readonly classifier: string;
  readonly nodePath: string;
  readonly pythonPath: string;
  readonly runner: string;
  /** Hermes' files that hold lines of ours. */
  readonly config: string;
  readonly env: string;
}

/** The key in `plugins.enabled`, and the name of the folder. */
export const PLUGIN_NAME = 'hermes-firewall';

export function layoutOf(home: string): Layout {
  const plugins = path.join(home, 'plugins');
  const own = path.join(home, 'silmaril-firewall');
  return {
    home,
    plugins,
    plugin: path.join(plugins, PLUGIN_NAME),
    own,
    classifier: path.join(own, 'classifier'),
    nodePath: path.join(own, 'silmaril-checker-node-path'),
    pythonPath: path.join(own, 'python-path'),
    runner: path.join(own, 'run-event.sh'),
    config: path.join(home, 'config.yaml'),
    env: path.join(home, '.env'),
  };
}

/** Our two folders, outermost first. */
export const roots = (layout: Layout): readonly string[] => [layout.plugin, layout.own];
