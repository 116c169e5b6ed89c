import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './suggestion-list.module.css';
import type { Suggestion } from './suggestions.ts';

interface Props {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  /** The text with the variables of this conversation. */
  preview(text: string): string;
  onPick(suggestion: Suggestion): void;
  onHover(index: number): void;
}

/** Shown over the text while a word at the caret requests it. The text keeps the focus. */
export function SuggestionList({ id, suggestions, active, preview, onPick, onHover }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const { kind = 'quick' } = suggestions[0] ?? {};
  return (
    <div ref={list} id={id} className={classes.list} role="listbox" aria-label={t(TITLES[kind])}>
      {suggestions.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's
        <div
          key={one.key}
          id={`${id}-${index}`}
          className={classes.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field must not lose the focus to a click.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onHover(index)}
          onClick={() => onPick(one)}
        >
          <Option suggestion={one} preview={preview} />
        </div>
      ))}
    </div>
  );
}

const TITLES = {
  quick: 'composer:quick.list',
  emoji: 'composer:emoji.title',
  variable: 'composer:variables',
} as const;

function Option({ suggestion, preview }: { suggestion: Suggestion; preview(text: string): string }) {
  const { t } = useTexts();
  switch (suggestion.kind) {
    case 'emoji':
      return (
        <>
          <span className={classes.emoji}>{suggestion.char}</span>
          <span className={classes.text}>{suggestion.name}</span>
        </>
      );
    case 'variable':
      return (
        <>
          <span className={classes.code}>{suggestion.label}</span>
          <span className={classes.text}>{suggestion.value}</span>
        </>
      );
    case 'quick': {
      const { shortcode, message, media } = suggestion.message;
      return (
        <>
          <span className={classes.code}>/{shortcode}</span>
          <span className={classes.text}>{preview(message)}</span>
          {media ? (
            <span className={classes.file} title={media.name}>
              <IconPaperclip size={15} aria-label={t('composer:quick.withFile')} />
            </span>
          ) : null}
        </>
      );
    }
  }
}
