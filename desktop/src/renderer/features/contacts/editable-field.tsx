import { TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTexts } from '../../app/use-texts.ts';
import classes from './contact-panel.module.css';
import { useSaveOnLeave } from './use-save-on-leave.ts';

interface Props {
  label: string;
  value: string;
  /** As people read it; the value itself when absent. */
  shown?: string;
  /** Stands where there is nothing yet. */
  placeholder: string;
  type?: 'text' | 'email' | 'tel';
  /** What is wrong with a text; null when nothing is. */
  check: (text: string) => string | null;
  onSave: (text: string) => void;
}

/** A text that is edited where it stands: Enter and leaving keep it, Escape does not. */
export function EditableField({ label, value, shown, placeholder, type = 'text', check, onSave }: Props) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const leave = () => {
    setDraft(null);
    setError(null);
  };
  const save = () => {
    if (draft === null) return;
    const text = draft.trim();
    if (text === value) return leave();
    const wrong = check(text);
    setError(wrong);
    if (wrong) return;
    onSave(text);
    leave();
  };
  useSaveOnLeave(save);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
    } else if (event.key === 'Enter') save();
    else return;
    // Back where one came from, once that is there again.
    requestAnimationFrame(() => button.current?.focus());
  };

  if (draft === null)
    return (
      <UnstyledButton
        ref={button}
        className={classes.field}
        aria-label={`${t('contacts:editField', { field: label })}: ${value ? (shown ?? value) : placeholder}`}
        onClick={() => setDraft(value)}
      >
        <bdi className={value ? undefined : classes.placeholder}>
          {value ? (shown ?? value) : placeholder}
        </bdi>
        <IconPencil size={14} aria-hidden />
      </UnstyledButton>
    );
  return (
    <TextInput
      w="100%"
      type={type}
      aria-label={label}
      autoFocus
      autoComplete="off"
      value={draft}
      error={error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}
