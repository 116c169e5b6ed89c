import { TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useOnLeave } from '../../../renderer/kit/use-on-leave.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

interface Props {
  label: string;
  value: string;
  /** The display form; the value itself when absent. */
  shown?: string;
  /** Shown while the value is empty. */
  placeholder: string;
  type?: 'text' | 'email' | 'tel';
  /** Returns the fault of a text; null when it is valid. */
  check: (text: string) => string | null;
  /** Answers what went wrong, or null: until then, and while something is wrong, the text stays in the field. */
  onSave: (text: string) => Promise<string | null>;
}

/** A text that is edited in place: Enter and leaving save it, Escape does not. */
export function EditableField({ label, value, shown, placeholder, type = 'text', check, onSave }: Props) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  /** Sent again by Enter alone. */
  const [refused, setRefused] = useState<string | null>(null);
  /** Answers that come after it was left are for none of its later texts. */
  const visit = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const leave = () => {
    visit.current += 1;
    setDraft(null);
    setError(null);
    setSaving(false);
    setRefused(null);
  };
  // Returns the focus to the button, once it is there again.
  const goBack = () => requestAnimationFrame(() => button.current?.focus());
  const save = () => {
    if (draft === null || saving) return;
    const text = draft.trim();
    if (text === value) return leave();
    const wrong = check(text);
    setError(wrong);
    if (wrong) return;
    setSaving(true);
    const here = visit.current;
    void onSave(text).then((problem) => {
      if (visit.current !== here) return;
      setSaving(false);
      setError(problem);
      setRefused(problem === null ? null : text);
      if (problem !== null) return;
      if (document.activeElement === input.current) goBack();
      leave();
    });
  };
  const keep = () => {
    if (draft?.trim() !== refused) save();
  };
  useOnLeave(keep);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
    } else if (event.key === 'Enter') save();
    else return;
    goBack();
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
      ref={input}
      w="100%"
      aria-busy={saving}
      readOnly={saving}
      type={type}
      aria-label={label}
      autoFocus
      autoComplete="off"
      value={draft}
      error={error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}
