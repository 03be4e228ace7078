import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

const icons: Readonly<Partial<Record<Tone, IconName>>> = { ok: 'check', block: 'warning', warn: 'warning', lost: 'question' };

/** A sentence that has to be seen where it stands, with at most one way on. `live` reads it out when it appears. */
export function Callout({ tone, children, action, live = false }: { readonly tone: Tone; readonly children: ReactNode; readonly action?: ReactNode; readonly live?: boolean }) {
  return (
    <div className={`callout tone-${tone}`} role={live ? (tone === 'block' ? 'alert' : 'status') : undefined}>
      <Icon name={icons[tone] ?? 'info'} size={17} />
      <div className="grow callout-text">{children}</div>
      {action}
    </div>
  );
}
