import { useId } from 'react';

export function TextField({ label, value, onChange, placeholder, maxLength = 2048 }: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void; readonly placeholder?: string; readonly maxLength?: number }) {
  const id = useId();
  return (
    <div className="field grow">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" type="text" value={value} maxLength={maxLength} placeholder={placeholder} autoComplete="off" spellCheck={false} onChange={(event) => { onChange(event.target.value); }} />
    </div>
  );
}
