import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly icon?: IconName;
  /** Something is under way: the button stays where it is and focusable, but does nothing. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

export function Button({ tone = 'plain', small = false, icon, busy = false, children, className = '', onClick, disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`button button-${tone} ${small ? 'button-small' : ''} ${className}`}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon ? <Icon name={icon} size={small ? 15 : 17} /> : null}
      <span className="button-label">{children}</span>
    </button>
  );
}

/** A button that shows only a pictogram; `label` is what it is called, and its tool tip. */
export function IconButton({ label, icon, className = '', ...rest }: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> & { readonly label: string; readonly icon: IconName }) {
  return (
    <button {...rest} type="button" className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} size={17} />
    </button>
  );
}
