import { noteArticleUse } from '@balcao/shared/features/knowledge/calls.ts';
import { noteQuickMessageUse } from '@balcao/shared/features/quick-messages/calls.ts';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useNewQuickMessage } from '../../../renderer/kit/new-quick-message-store.ts';
import type { Variables } from '../../../renderer/kit/use-variables.ts';
import { findTrigger, isQuestion, nextOpenPlace, type Trigger } from './completion.ts';
import { isChoosable, type Suggestion, useSuggestions } from './suggestions.ts';
import { applyEdit, insertAt, movedPlace } from './text-marks.ts';
import type { Colleagues } from './use-colleagues.ts';

export interface Writing {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  variables: Variables;
  colleagues?: Colleagues | undefined;
  onQuickFile?: ((quickMessageId: number) => void) | undefined;
  onMacro?: ((macroId: number) => void) | undefined;
}

/** What the word at the caret asks for, and the suggestions that answer it. */
export function useCompletion({ field, value, variables, colleagues, onQuickFile, onMacro }: Writing) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const wanted = trigger && trigger.from !== dismissed ? trigger : null;
  const suggestions = useSuggestions(wanted, variables, colleagues, onMacro !== undefined);
  const note = useApiCommand(noteArticleUse, { quiet: true });
  const noteQuick = useApiCommand(noteQuickMessageUse, { quiet: true });
  const chosen = suggestions[Math.min(active, suggestions.length - 1)];
  const asked = wanted && (chosen || isQuestion(wanted)) ? wanted : null;

  const pick = (suggestion: Suggestion) => {
    if (!field.current || !wanted || !isChoosable(suggestion)) return;
    if (suggestion.kind === 'mention') colleagues?.choose(suggestion.colleague.id);
    insertFilled(field.current, wanted, textOf(suggestion, variables), variables.fill);
    if (suggestion.kind === 'quick') noteQuick.mutate({ params: { quickMessageId: suggestion.message.id } });
    if (suggestion.kind === 'quick' && suggestion.message.media) onQuickFile?.(suggestion.message.id);
    if (suggestion.kind === 'article' || suggestion.kind === 'articleLink')
      note.mutate({ params: { articleId: suggestion.article.id }, body: { use: 'sent' } });
    if (suggestion.kind === 'macro') onMacro?.(suggestion.macro.id);
    setTrigger(null);
  };

  /** It begins with the other words of the text; without them the new one stands in the place of what asked for it. */
  const createQuick = (place: Trigger) => {
    const others = `${value.slice(0, place.from)}${value.slice(place.to)}`.trim();
    useNewQuickMessage.getState().ask({
      shortcode: place.query,
      message: others,
      onSaved: (message) => {
        const text = others === '' ? variables.fill(message) : '';
        if (field.current?.value === value) insertFilled(field.current, place, text, variables.fill);
        setTrigger(null);
      },
    });
  };

  return {
    asked,
    suggestions,
    /** The place of the suggestion that Enter takes; null: there is none. */
    place: chosen ? suggestions.indexOf(chosen) : null,
    pick,
    hover: setActive,
    createQuick,
    close: () => setTrigger(null),
    /** The other kind of suggestions, for the same word. */
    ask(mark: string) {
      if (field.current && wanted) insertAt(field.current, wanted.from, wanted.to, mark);
    },
    /** The text or the caret has changed. */
    look({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      const next = selectionStart === selectionEnd ? findTrigger(text, selectionStart) : null;
      const isSame = (['kind', 'from', 'query'] as const).every((part) => next?.[part] === trigger?.[part]);
      if (!isSame) {
        setTrigger(next);
        setActive(0);
      }
      if (next?.from !== dismissed) setDismissed(null);
    },
    /** @returns whether the key was for the suggestions */
    onKey(event: KeyboardEvent): boolean {
      if (chosen && wanted)
        return keysOfList(event, {
          move: (by) => setActive((active + by + suggestions.length) % suggestions.length),
          pick: () => pick(chosen),
          dismiss: () => setDismissed(wanted.from),
        });
      if (asked && event.key === 'Escape') setDismissed(asked.from);
      else if (asked?.kind === 'quick' && event.key === 'Tab' && !event.shiftKey) {
        event.preventDefault();
        createQuick(asked);
      } else return false;
      return true;
    },
  };
}

/**
 * Keeps the caret where it was when another window or an undo changes the text.
 * @returns what notes where it is
 */
export function useKeptCaret(field: RefObject<HTMLTextAreaElement | null>, value: string) {
  const seen = useRef({ text: value, from: 0, to: 0 });
  useLayoutEffect(() => {
    const { text, from, to } = seen.current;
    seen.current = { text: value, from: movedPlace(text, value, from), to: movedPlace(text, value, to) };
    if (text !== value && document.activeElement === field.current)
      field.current?.setSelectionRange(seen.current.from, seen.current.to);
  }, [field, value]);

  return ({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement): void => {
    seen.current = { text, from: selectionStart, to: selectionEnd };
  };
}

function textOf(suggestion: Suggestion, { fill }: Variables): string {
  switch (suggestion.kind) {
    case 'quick':
      return fill(suggestion.message.message);
    case 'variable':
      return suggestion.value;
    case 'article':
      return suggestion.article.text;
    case 'articleLink':
      return suggestion.link;
    case 'emoji':
      return suggestion.char;
    case 'macro':
      return '';
    case 'mention':
      return `@${suggestion.colleague.name} `;
  }
}

/** Replaces what requested it with a filled text; the next unfilled variable is selected. */
export function insertFilled(
  field: HTMLTextAreaElement,
  { from, to }: Pick<Trigger, 'from' | 'to'>,
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
