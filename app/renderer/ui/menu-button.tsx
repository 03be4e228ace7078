import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon, type IconName } from './icon.tsx';

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
}

export function MenuButton({ label, icon, choices, onChoose, small = false }: { readonly label: string; readonly icon?: IconName; readonly choices: readonly MenuChoice[]; readonly onChoose: (id: string) => void; readonly small?: boolean }) {
  return (
    <MenuTrigger>
      <AriaButton className={`button button-plain ${small ? 'button-small' : ''}`}>
        {icon ? <Icon name={icon} size={small ? 15 : 17} /> : null}
        <span className="button-label">{label}</span>
        <Icon name="down" size={13} />
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(id) => { onChoose(String(id)); }}>
          {choices.map((choice) => (
            <MenuItem key={choice.id} id={choice.id} className="menu-item">{choice.label}</MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
