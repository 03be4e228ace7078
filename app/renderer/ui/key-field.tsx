// The one field that a secret is typed into. It is uncontrolled: its content is in the document's own input and nowhere
// else, is read once when it is submitted, and is cleared at that moment, whatever comes of it.
import { useId, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { Button } from './button.tsx';

interface Props {
  readonly action: string;
  /** Gets the key and must not keep it. */
  readonly onSubmit: (key: string) => Promise<void>;
  /** An empty field may be submitted, as ''. */
  readonly mayBeEmpty?: boolean;
  readonly children?: ReactNode;
}

/** The contract's bound on a key. */
const longest = 8192;

export function KeyField({ action, onSubmit, mayBeEmpty = false, children }: Props) {
  const { words } = useWords();
  const { settings } = words;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [empty, setEmpty] = useState(false);
  const submit = async () => {
    const field = input.current;
    if (field === null || busy) return;
    const key = field.value.trim();
    field.value = '';
    setEmpty(key === '' && !mayBeEmpty);
    if (key === '' && !mayBeEmpty) {
      field.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit(key);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>{settings.keyLabel}</label>
      <div className="row">
        <input
          id={id}
          ref={input}
          className="input mono"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={longest}
          aria-invalid={empty || undefined}
          aria-describedby={empty ? `${id}-error` : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void submit();
          }}
        />
        <Button tone="primary" icon="key" busy={busy} onClick={() => void submit()}>{action}</Button>
        {children}
      </div>
      {empty ? <p id={`${id}-error`} className="field-error" role="alert">{settings.keyEmpty}</p> : null}
    </div>
  );
}
