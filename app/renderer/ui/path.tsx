import { useSystem } from '../stores/domains.ts';
import { shortPath } from './short-path.ts';

/** A path as people read it: the home folder as `~`, the file's name always in sight, the whole in the tool tip. */
export function Path({ path }: { readonly path: string }) {
  const home = useSystem((system) => system.home);
  const { folder, name } = shortPath(path, home);
  return (
    <code className="path selectable" title={path}>
      <span className="path-folder">{folder}</span>
      <span className="path-name">{name}</span>
    </code>
  );
}
