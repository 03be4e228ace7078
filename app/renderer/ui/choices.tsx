import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Icon, type IconName } from './icon.tsx';

export interface Choice<V extends string> {
  readonly value: V;
  readonly title: string;
  readonly about?: ReactNode;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface Props<V extends string> {
  readonly label: string;
  readonly value: V | null;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
}

/** One of few, each with its explanation. */
export function ChoiceCards<V extends string>({ label, value, choices, onChange, disabled = false }: Props<V>) {
  return (
    <RadioGroup className="cards" value={value} onChange={(next) => { onChange(next as V); }} isDisabled={disabled} orientation="horizontal">
      <Label className="hidden-visually">{label}</Label>
      <div className="cards-grid">
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className="card-choice" isDisabled={choice.disabled ?? false}>
            <span className="row">
              {choice.icon ? <Icon name={choice.icon} size={20} /> : null}
              <span className="card-choice-title grow">{choice.title}</span>
              <span className="radio-dot" aria-hidden="true" />
            </span>
            {choice.about ? <span className="card-choice-about">{choice.about}</span> : null}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** One of few, said in a word each. */
export function Segments<V extends string>({ label, value, choices, onChange, disabled = false }: Props<V>) {
  return (
    <RadioGroup className="segments" aria-label={label} value={value} onChange={(next) => { onChange(next as V); }} isDisabled={disabled} orientation="horizontal">
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} className="segment" isDisabled={choice.disabled ?? false}>
          {choice.icon ? <Icon name={choice.icon} size={15} /> : null}
          {choice.title}
        </Radio>
      ))}
    </RadioGroup>
  );
}
