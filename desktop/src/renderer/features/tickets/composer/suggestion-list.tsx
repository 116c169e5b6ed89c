import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../app/use-texts.ts';
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

/** Over the text, while a word at the caret asks for it. The text keeps the focus. */
export function SuggestionList({ id, suggestions, active, preview, onPick, onHover }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const isQuick = suggestions[0]?.kind === 'quick';
  return (
    <div
      ref={list}
      id={id}
      className={classes.list}
      role="listbox"
      aria-label={isQuick ? t('composer:quick.list') : t('composer:emoji.title')}
    >
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
          {one.kind === 'emoji' ? (
            <>
              <span className={classes.emoji}>{one.char}</span>
              <span className={classes.text}>{one.name}</span>
            </>
          ) : (
            <>
              <span className={classes.code}>/{one.message.shortcode}</span>
              <span className={classes.text}>{preview(one.message.message)}</span>
              {one.message.media ? (
                <span className={classes.file} title={one.message.media.name}>
                  <IconPaperclip size={15} aria-label={t('composer:quick.withFile')} />
                </span>
              ) : null}
            </>
          )}
        </div>
      ))}
    </div>
  );
}
