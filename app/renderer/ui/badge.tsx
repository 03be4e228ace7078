import { Icon, type IconName } from './icon.tsx';

export type Tone = 'ok' | 'block' | 'warn' | 'monitor' | 'allow' | 'lost' | 'accent';

export function Badge({ tone, icon, children }: { readonly tone: Tone; readonly icon?: IconName; readonly children: string }) {
  return (
    <span className={`badge tone-${tone}`}>
      {icon ? <Icon name={icon} size={13} /> : null}
      <span className="truncate">{children}</span>
    </span>
  );
}
