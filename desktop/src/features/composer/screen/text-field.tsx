import { DRAFT_MAX_CHARS } from '@balcao/shared/features/composer/bridge.ts';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { Variables } from '../../../renderer/kit/use-variables.ts';
import { nextOpenPlace } from './completion.ts';
import classes from './composer.module.css';
import { FloatingMarks } from './mark-buttons.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { applyEdit, MARKS, toggleMark } from './text-marks.ts';
import { TypedReplyHint } from './typed-reply-hint.tsx';
import type { Colleagues } from './use-colleagues.ts';
import { useCompletion, useKeptCaret } from './use-completion.ts';
import { useTypedReply } from './use-typed-reply.ts';

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whoever reads it sees bold and italics, and not their signs. */
  mayMark: boolean;
  label: string;
  placeholder: string;
  value: string;
  onChange(text: string): void;
  sendKey: 'enter' | 'ctrlEnter';
  onSend(): void;
  onFiles?: (files: File[]) => void;
  onEscape?: () => void;
  /** The value of each variable in this conversation. */
  variables: Variables;
  /** Whom the text may name: only a note does. */
  colleagues?: Colleagues;
  /** A quick reply was chosen whose file goes along. */
  onQuickFile?: (quickMessageId: number) => void;
  /** A macro was chosen, for the whole conversation. */
  onMacro?: (macroId: number) => void;
  /** Alt+P: to the note and back. */
  onModeKey?: () => void;
}

/** The agent's text field. Every change of the text acts as typing would, so that Ctrl+Z works. */
export function TextField(props: Props) {
  const { field, mayMark, label, placeholder, value, onChange, variables } = props;
  const listId = useId();
  const [isSelecting, setSelecting] = useState(false);
  const { asked, suggestions, place, ...completion } = useCompletion(props);
  const typed = useTypedReply(props);
  const hinted = asked ? null : typed.offered;
  const noteCaret = useKeptCaret(field, value);
  const onPaste = usePaste(props.onFiles);

  useEffect(() => field.current?.focus(), [field]);

  const look = (input: HTMLTextAreaElement) => {
    noteCaret(input);
    setSelecting(isWords(input.value.slice(input.selectionStart, input.selectionEnd)));
    completion.look(input);
  };

  return (
    <>
      {asked ? (
        <SuggestionList
          id={listId}
          trigger={asked}
          suggestions={suggestions}
          active={place ?? -1}
          preview={variables.fill}
          onPick={completion.pick}
          onHover={completion.hover}
          onSwitch={completion.ask}
          onCreate={() => completion.createQuick(asked)}
        />
      ) : null}
      {hinted ? (
        <TypedReplyHint
          id={`${listId}-hint`}
          reply={hinted}
          preview={variables.fill}
          onTake={() => typed.take(hinted)}
        />
      ) : null}
      <div className={classes.field}>
        {isSelecting && mayMark ? <FloatingMarks field={field} /> : null}
        <textarea
          ref={field}
          data-composer-text
          className={classes.input}
          aria-label={label}
          placeholder={placeholder}
          rows={1}
          aria-autocomplete="list"
          {...(place === null
            ? {}
            : { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${place}` })}
          aria-describedby={hinted ? `${listId}-hint` : undefined}
          value={value}
          maxLength={DRAFT_MAX_CHARS}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget);
          }}
          onSelect={(event) => look(event.currentTarget)}
          onBlur={() => {
            completion.close();
            setSelecting(false);
          }}
          onPaste={onPaste}
          onKeyDown={(event) => {
            // While an input method composes a character, every key belongs to it.
            if (event.nativeEvent.isComposing || completion.onKey(event)) return;
            if (hinted && typed.onKey(event)) return;
            keysOfText(event, props);
          }}
        />
      </div>
    </>
  );
}

/** Files are attached; words are pasted, and it is said when some of them do not fit. */
function usePaste(onFiles: Props['onFiles']) {
  const { t } = useTexts();
  const format = useFormat();
  return (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    if (isCut(event.currentTarget, event.clipboardData))
      showToast(t('composer:pasteCut', { limit: format.number(DRAFT_MAX_CHARS) }), { color: 'red' });
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !onFiles || hasWords(event.clipboardData)) return;
    event.preventDefault();
    onFiles(files);
  };
}

/** Spreadsheets and word processors copy a picture of the words along with them; a file's name comes without markup. */
const hasWords = (copied: DataTransfer) =>
  copied.types.includes('text/html') && copied.getData('text/plain').trim() !== '';

/** A place of a quick reply that is still to be filled in is selected too, and will be typed over. */
const isWords = (selected: string) => selected.trim() !== '' && !selected.startsWith('{{');

/** The field silently accepts no more than a draft can hold. */
function isCut({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, copied: DataTransfer): boolean {
  const text = copied.getData('text/plain').replaceAll('\r\n', '\n');
  return value.length - (selectionEnd - selectionStart) + text.length > DRAFT_MAX_CHARS;
}

function keysOfText(event: KeyboardEvent<HTMLTextAreaElement>, props: Props): void {
  const mod = event.ctrlKey || event.metaKey;
  const field = event.currentTarget;
  if (event.key === 'Enter' && (mod || (props.sendKey === 'enter' && !event.shiftKey))) {
    event.preventDefault();
    props.onSend();
  } else if (event.key === 'Escape' && props.onEscape) {
    props.onEscape();
  } else if (event.altKey && event.code === 'KeyP' && props.onModeKey) {
    event.preventDefault();
    props.onModeKey();
  } else if (event.key === 'Tab' && !event.shiftKey && !mod && !event.altKey) {
    const open = nextOpenPlace(field.value, field.selectionEnd, props.variables.fill);
    if (!open) return;
    event.preventDefault();
    field.setSelectionRange(open.from, open.to);
  } else if (mod && !event.altKey && props.mayMark) {
    const mark = MARKS.find(({ key, shift }) => key === event.key.toLowerCase() && shift === event.shiftKey);
    if (!mark) return;
    event.preventDefault();
    applyEdit(field, toggleMark(field.value, field.selectionStart, field.selectionEnd, mark.mark));
  }
}
