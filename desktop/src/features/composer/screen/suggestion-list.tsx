import { IconBook2, IconLink, IconPaperclip, IconPlaylistAdd } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { Trigger } from './completion.ts';
import classes from './suggestion-list.module.css';
import { isChoosable, type Suggestion } from './suggestions.ts';

interface Props {
  id: string;
  trigger: Trigger;
  suggestions: readonly Suggestion[];
  active: number;
  /** The text with the variables of this conversation. */
  preview(text: string): string;
  onPick(suggestion: Suggestion): void;
  onHover(index: number): void;
  /** Asks for another kind of suggestions, by its mark. */
  onSwitch(mark: string): void;
  /** A new quick reply under the name that is typed. */
  onCreate(): void;
}

/** Shown over the text while words at the caret request it. The text keeps the focus. */
export function SuggestionList({
  id,
  trigger,
  suggestions,
  active,
  preview,
  onPick,
  onHover,
  onSwitch,
  onCreate,
}: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const { kind, query } = trigger;
  return (
    <div className={classes.frame}>
      {suggestions.length === 0 ? (
        <p className={classes.none}>
          {kind === 'quick' && query === '' ? t('composer:quick.none') : t('common:noResults')}
          {kind === 'quick' ? (
            <button
              type="button"
              tabIndex={-1}
              className={classes.create}
              // The words that asked for it are still there then.
              onMouseDown={(event) => event.preventDefault()}
              onClick={onCreate}
            >
              {query === '' ? t('composer:quick.create') : t('composer:quick.createAs', { name: query })}{' '}
              <kbd className={classes.mark}>Tab</kbd>
            </button>
          ) : null}
        </p>
      ) : (
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
              aria-disabled={!isChoosable(one) || undefined}
              // The field must not lose the focus to a click.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => onHover(index)}
              onClick={() => onPick(one)}
            >
              <Option suggestion={one} preview={preview} />
            </div>
          ))}
        </div>
      )}
      {isOfTexts(kind) ? <Kinds shown={kind} onSwitch={onSwitch} /> : null}
    </div>
  );
}

const TITLES = {
  quick: 'composer:quick.list',
  emoji: 'composer:emoji.title',
  variable: 'composer:variables',
  mention: 'composer:mention.list',
} as const;

/** What may be put into a text by its name. */
const KINDS = [
  { kind: 'quick', mark: '/' },
  { kind: 'variable', mark: '{{' },
] as const;

const isOfTexts = (kind: Suggestion['kind']): boolean => KINDS.some((one) => one.kind === kind);

/** The marks that ask for them can be typed as well. */
function Kinds({ shown, onSwitch }: { shown: Suggestion['kind']; onSwitch(mark: string): void }) {
  const { t } = useTexts();
  return (
    <div className={classes.kinds}>
      {KINDS.map(({ kind, mark }) => (
        <button
          key={kind}
          type="button"
          tabIndex={-1}
          className={classes.kind}
          aria-pressed={kind === shown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSwitch(mark)}
        >
          {t(TITLES[kind])} <kbd className={classes.mark}>{mark}</kbd>
        </button>
      ))}
    </div>
  );
}

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
    case 'mention': {
      const { name, online, seesTicket } = suggestion.colleague;
      return (
        <>
          <PersonAvatar name={name} url={null} size={24} />
          <span className={classes.person}>{name}</span>
          <span className={classes.text}>
            {seesTicket ? online && t('composer:mention.online') : t('composer:mention.unseen')}
          </span>
        </>
      );
    }
    case 'macro':
      return (
        <>
          <IconPlaylistAdd size={16} stroke={1.7} aria-hidden />
          <span className={classes.text}>{t('macros:useNamed', { name: suggestion.macro.name })}</span>
        </>
      );
    case 'article':
      return (
        <>
          <IconBook2 size={16} stroke={1.7} aria-hidden />
          <span className={classes.person}>{suggestion.article.title}</span>
          <span className={classes.text}>{suggestion.article.text}</span>
        </>
      );
    case 'articleLink':
      return (
        <>
          <IconLink size={16} stroke={1.7} aria-hidden />
          <span className={classes.person}>{t('knowledge:linkTo', { name: suggestion.article.title })}</span>
          <span className={classes.text}>{suggestion.link}</span>
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
