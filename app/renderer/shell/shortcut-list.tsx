import { useSystem } from '../stores/domains.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { numbered } from './shortcuts.ts';

export function ShortcutList({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { words } = useWords();
  const { shortcuts, views } = words.common;
  const mac = useSystem((system) => system.platform === 'darwin');
  const command = mac ? '⌘' : 'Ctrl';
  const everywhere: readonly (readonly [string, readonly string[]])[] = [
    ...numbered.map((view, index) => [shortcuts.view(views[view]), [`${command} ${String(index + 1)}`, ...(view === 'settings' ? [`${command} ,`] : [])]] as const),
    [shortcuts.search, [`${command} F`]],
    [shortcuts.help, ['?']],
  ];
  const timeline: readonly (readonly [string, readonly string[]])[] = [
    [shortcuts.move, ['↓ ↑', 'J K']],
    [shortcuts.ends, ['Home', 'End']],
    [shortcuts.open, ['Enter']],
    [shortcuts.close, ['Esc']],
    [shortcuts.search, ['/']],
    [shortcuts.live, ['P']],
    [shortcuts.copy, ['C']],
    [shortcuts.brush, ['← →']],
    [shortcuts.zoom, ['Enter', 'Esc']],
  ];
  const table = (title: string, rows: readonly (readonly [string, readonly string[]])[]) => (
    <section>
      <h3>{title}</h3>
      <dl className="shortcuts">
        {rows.map(([what, keys], index) => (
          <div key={index}>
            <dt>{what}</dt>
            <dd>{keys.map((key, place) => <span key={key}>{place > 0 ? ` ${shortcuts.or} ` : ''}<kbd>{key}</kbd></span>)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog title={shortcuts.title} open={open} onClose={onClose} footer={<Button tone="primary" onClick={onClose}>{words.common.close}</Button>}>
      <div className="stack stack-loose">
        {table(shortcuts.everywhere, everywhere)}
        {table(shortcuts.inTimeline, timeline)}
      </div>
    </Dialog>
  );
}
