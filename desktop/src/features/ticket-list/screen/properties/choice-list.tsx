import { Text, TextInput } from '@mantine/core';
import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './choice-list.module.css';
import { type Choice, type ChoiceGroup, isNamed, matching } from './choices.ts';

export interface Choices {
  /** The name of the field and the list. */
  title: string;
  placeholder: string;
  groups: readonly ChoiceGroup[];
  /** Shown while there is nothing to choose and nothing typed. */
  empty: string;
  /** Any number of them, or one. */
  multiple: boolean;
  /** @param byKey whether Enter chose it, after which nothing more is wanted here */
  choose(key: string, byKey: boolean): void;
  /** Makes what was typed, where the person may and the name will do. */
  create?: { fits(name: string): boolean; label(name: string): string; make(name: string): void };
}

interface Props extends Choices {
  /** What else is asked, below the list. */
  footer?: ReactNode;
}

/** Type to filter, Enter chooses. Nothing is chosen beforehand, so that Enter alone does nothing. */
export function ChoiceList({ footer, ...choices }: Props) {
  const { t } = useTexts();
  const id = useId();
  const { typed, setTyped, shown, made, chosen, setActive, pick, onKeyDown, isEmpty } = useChosen(choices);
  const { title } = choices;
  const idOf = (key: string) => `${id}-${key}`;
  useEffect(() => {
    if (chosen !== null) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  const option = (key: string, content: ReactNode, choice?: Choice) => (
    <Option
      key={key}
      id={idOf(key)}
      isActive={key === chosen}
      choice={choice}
      onHover={() => setActive(key)}
      onPick={() => pick(key, false)}
    >
      {content}
    </Option>
  );
  return (
    <>
      <TextInput
        role="combobox"
        aria-label={title}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(chosen === null ? {} : { 'aria-activedescendant': idOf(chosen) })}
        placeholder={choices.placeholder}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        className={classes.list}
        role="listbox"
        aria-label={title}
        aria-multiselectable={choices.multiple || undefined}
      >
        {shown.map(({ label, choices: inGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
          <div key={label} role="group" aria-label={label ?? title}>
            {label ? (
              <div className={classes.group} aria-hidden>
                {label}
              </div>
            ) : null}
            {inGroup.map((choice) => option(choice.key, <Facts choice={choice} />, choice))}
          </div>
        ))}
        {made === null ? null : option(NEW, <Made label={made} />)}
      </div>
      {isEmpty ? (
        <Text size="sm" c="dimmed" px={8} py={6} role="status">
          {typed.trim() === '' ? choices.empty : t('common:noResults')}
        </Text>
      ) : null}
      {footer}
    </>
  );
}

/** What is typed, what answers it, and the one that Enter would choose. */
function useChosen({ groups, create, choose }: Choices) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const shown = matching(groups, typed);
  const name = typed.trim();
  const isNew = name !== '' && !isNamed(groups, name) && create?.fits(name) === true;
  const options = shown.flatMap((group) => group.choices).filter(({ disabled }) => !disabled);
  const keys = [...options.map(({ key }) => key), ...(isNew ? [NEW] : [])];
  // What is typed chooses the first that answers.
  const chosen = active !== null && keys.includes(active) ? active : name === '' ? null : (keys[0] ?? null);

  const pick = (key: string, byKey: boolean) => {
    if (key === NEW) create?.make(name);
    else choose(key, byKey);
    setTyped('');
  };
  const step = (by: number) => {
    const at = chosen === null ? (by > 0 ? -1 : 0) : keys.indexOf(chosen);
    setActive(keys[(at + by + keys.length) % keys.length] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key !== 'Enter') return;
    else if (chosen !== null) pick(chosen, true);
    event.preventDefault();
  };
  return {
    typed,
    setTyped: (text: string) => {
      setTyped(text);
      setActive(null);
    },
    shown,
    made: isNew && create ? create.label(name) : null,
    chosen,
    setActive,
    pick,
    onKeyDown,
    isEmpty: shown.length === 0 && !isNew,
  };
}

/** The key of what is not there yet. */
const NEW = 'new';

function Made({ label }: { label: string }) {
  return (
    <>
      <IconPlus size={15} stroke={1.8} aria-hidden />
      <span className={classes.name} title={label}>
        {label}
      </span>
    </>
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  /** Absent: what is not there yet. */
  choice: Choice | undefined;
  onHover(): void;
  onPick(): void;
  children: ReactNode;
}

function Option({ id, isActive, choice, onHover, onPick, children }: OptionProps) {
  const { isOn, disabled = false } = choice ?? {};
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isOn === true || (isOn === undefined && isActive)}
      aria-disabled={disabled || undefined}
      data-active={isActive || undefined}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={disabled ? undefined : onHover}
      onClick={disabled ? undefined : onPick}
    >
      {children}
    </div>
  );
}

function Facts({ choice: { label, color, online, isOn, detail } }: { choice: Choice }) {
  const { t } = useTexts();
  return (
    <>
      {online === undefined ? null : <span className={classes.presence} data-online={online || undefined} />}
      {color === undefined ? null : <span className={classes.dot} style={{ background: color }} />}
      <span className={classes.name} title={label}>
        {label}
      </span>
      {detail ? <span className={classes.detail}>{detail}</span> : null}
      {isOn === true ? <IconCheck size={16} stroke={2} aria-hidden /> : null}
      {isOn === 'some' ? <IconMinus size={16} stroke={2} aria-label={t('tickets:tagging.some')} /> : null}
    </>
  );
}
