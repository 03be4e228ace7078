import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';

/** What block can and cannot do, said before it is switched on. */
export function BlockConfirm({ open, onCancel, onConfirm }: { readonly open: boolean; readonly onCancel: () => void; readonly onConfirm: () => void }) {
  const { words } = useWords();
  const { protection, common } = words;
  return (
    <Dialog
      title={protection.confirmTitle}
      open={open}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{common.cancel}</Button>
          <Button tone="primary" onClick={onConfirm}>{protection.confirmDo}</Button>
        </>
      }
    >
      <ul className="points">
        {protection.confirm.map((sentence) => <li key={sentence}><Icon name="info" size={16} /><span>{sentence}</span></li>)}
      </ul>
    </Dialog>
  );
}
