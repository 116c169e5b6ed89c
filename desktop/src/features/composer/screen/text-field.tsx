import { DRAFT_MAX_CHARS } from '@balcao/shared/features/composer/bridge.ts';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useNewQuickMessage } from '../../../renderer/kit/new-quick-message-store.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { findTrigger, isQuestion, nextOpenPlace, type Trigger } from './completion.ts';
import classes from './composer.module.css';
import { FloatingMarks } from './mark-buttons.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { isChoosable, type Suggestion, useSuggestions } from './suggestions.ts';
import { applyEdit, insertAt, MARKS, movedPlace, toggleMark } from './text-marks.ts';
import type { Colleagues } from './use-colleagues.ts';
import type { Variables } from './use-variables.ts';

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
  /** Alt+P: to the note and back. */
  onModeKey?: () => void;
}

/** The agent's text field. Every change of the text acts as typing would, so that Ctrl+Z works. */
export function TextField(props: Props) {
  const { field, mayMark, label, placeholder, value, onChange, onFiles, variables } = props;
  const { t } = useTexts();
  const format = useFormat();
  const listId = useId();
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [isSelecting, setSelecting] = useState(false);
  const wanted = trigger && trigger.from !== dismissed ? trigger : null;
  const suggestions = useSuggestions(wanted, variables, props.colleagues);
  const chosen = suggestions[Math.min(active, suggestions.length - 1)];
  const asked = wanted && (chosen || isQuestion(wanted)) ? wanted : null;

  useEffect(() => field.current?.focus(), [field]);

  const seen = useRef({ text: value, from: 0, to: 0 });
  // Changed by another window or by an undo: the caret stays where it was.
  useLayoutEffect(() => {
    const { text, from, to } = seen.current;
    seen.current = { text: value, from: movedPlace(text, value, from), to: movedPlace(text, value, to) };
    if (text !== value && document.activeElement === field.current)
      field.current?.setSelectionRange(seen.current.from, seen.current.to);
  }, [field, value]);

  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    seen.current = { text: value, from: selectionStart, to: selectionEnd };
    setSelecting(isWords(value.slice(selectionStart, selectionEnd)));
    const next = selectionStart === selectionEnd ? findTrigger(value, selectionStart) : null;
    const isSame = (['kind', 'from', 'query'] as const).every((part) => next?.[part] === trigger?.[part]);
    if (!isSame) {
      setTrigger(next);
      setActive(0);
    }
    if (next?.from !== dismissed) setDismissed(null);
  };

  const pick = (suggestion: Suggestion) => {
    if (!field.current || !wanted || !isChoosable(suggestion)) return;
    if (suggestion.kind === 'mention') props.colleagues?.choose(suggestion.colleague.id);
    insertFilled(field.current, wanted, textOf(suggestion, variables), variables.fill);
    if (suggestion.kind === 'quick' && suggestion.message.media) props.onQuickFile?.(suggestion.message.id);
    setTrigger(null);
  };

  /** The other kind of suggestions, for the same word. */
  const ask = (mark: string) => {
    if (field.current && wanted) insertAt(field.current, wanted.from, wanted.to, mark);
  };

  /** It begins with the other words of the text. */
  const createQuick = ({ query, from, to }: Trigger) => {
    const others = `${value.slice(0, from)}${value.slice(to)}`.trim();
    useNewQuickMessage.getState().ask({ shortcode: query, message: others });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes a character, every key belongs to it.
    if (event.nativeEvent.isComposing) return;
    if (chosen && wanted) {
      const acted = keysOfList(event, {
        move: (by) => setActive((active + by + suggestions.length) % suggestions.length),
        pick: () => pick(chosen),
        dismiss: () => setDismissed(wanted.from),
      });
      if (acted) return;
    } else if (asked && event.key === 'Escape') return setDismissed(asked.from);
    else if (asked?.kind === 'quick' && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      return createQuick(asked);
    }
    keysOfText(event, props);
  };

  return (
    <>
      {asked ? (
        <SuggestionList
          id={listId}
          trigger={asked}
          suggestions={suggestions}
          active={chosen ? suggestions.indexOf(chosen) : -1}
          preview={variables.fill}
          onPick={pick}
          onHover={setActive}
          onSwitch={ask}
          onCreate={() => createQuick(asked)}
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
          {...(chosen
            ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${suggestions.indexOf(chosen)}` }
            : {})}
          value={value}
          maxLength={DRAFT_MAX_CHARS}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget);
          }}
          onSelect={(event) => look(event.currentTarget)}
          onBlur={() => {
            setTrigger(null);
            setSelecting(false);
          }}
          onPaste={(event) => {
            if (isCut(event.currentTarget, event.clipboardData))
              showToast(t('composer:pasteCut', { limit: format.number(DRAFT_MAX_CHARS) }), { color: 'red' });
            const files = [...event.clipboardData.files];
            if (files.length === 0 || !onFiles || hasWords(event.clipboardData)) return;
            event.preventDefault();
            onFiles(files);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
    </>
  );
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

function textOf(suggestion: Suggestion, { fill }: Variables): string {
  switch (suggestion.kind) {
    case 'quick':
      return fill(suggestion.message.message);
    case 'variable':
      return suggestion.value;
    case 'emoji':
      return suggestion.char;
    case 'mention':
      return `@${suggestion.colleague.name} `;
  }
}

/** Replaces the word that requested it with a filled text; the next unfilled variable is selected. */
function insertFilled(
  field: HTMLTextAreaElement,
  { from, to }: Trigger,
  text: string,
  fill: Variables['fill'],
): void {
  const open = nextOpenPlace(text, 0, fill) ?? { from: text.length, to: text.length };
  applyEdit(field, { from, to, insert: text, selectFrom: from + open.from, selectTo: from + open.to });
}

interface ListKeys {
  move(by: number): void;
  pick(): void;
  dismiss(): void;
}

function keysOfList(event: KeyboardEvent, { move, pick, dismiss }: ListKeys): boolean {
  if (event.shiftKey || event.ctrlKey) return false;
  if (event.key === 'ArrowDown') move(1);
  else if (event.key === 'ArrowUp') move(-1);
  else if (event.key === 'Enter' || event.key === 'Tab') pick();
  else if (event.key === 'Escape') dismiss();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
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
