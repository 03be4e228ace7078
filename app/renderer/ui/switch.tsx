import { Switch as AriaSwitch } from 'react-aria-components/Switch';

export function Switch({ label, on, onChange, disabled = false }: { readonly label: string; readonly on: boolean; readonly onChange: (on: boolean) => void; readonly disabled?: boolean }) {
  return (
    <AriaSwitch className="switch" aria-label={label} isSelected={on} onChange={onChange} isDisabled={disabled}>
      <span className="switch-track"><span className="switch-thumb" /></span>
    </AriaSwitch>
  );
}
