import type { WritingHabits } from '@balcao/shared/features/composer/bridge.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, use, useMemo, useState } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { type Emoji, emojiGroups, searchEmoji, withTone } from './emoji.ts';
import classes from './emoji-picker.module.css';

interface Props {
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
  onPick(char: string): void;
}

const COLUMNS = 8;
const FOUND = 64;
const RECENT = 24;
const TONES = [0, 1, 2, 3, 4, 5];

/** Groups, recent ones, search in three languages and skin tones; arrows walk, Enter picks. */
export function EmojiPicker({ habits, change, onPick }: Props) {
  const { t, i18n } = useTexts();
  const [query, setQuery] = useState('');
  const groups = use(emojiGroups(i18n.language as Language));
  const byChar = useMemo(
    () => new Map(groups.flatMap(({ emoji }) => emoji.map((one) => [one.char, one] as const))),
    [groups],
  );
  const found = query.trim() ? searchEmoji(groups, query.trim(), FOUND) : null;
  const recent = habits.recentEmoji.flatMap((char) => byChar.get(char) ?? []).slice(0, RECENT);

  const pick = (emoji: Emoji) => {
    const others = habits.recentEmoji.filter((char) => char !== emoji.char);
    change({ recentEmoji: [emoji.char, ...others].slice(0, RECENT) });
    onPick(withTone(emoji, habits.skinTone));
  };
  const section = (key: string, title: string, emoji: readonly Emoji[]) => (
    <section key={key} className={classes.group} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <div className={classes.grid}>
        {emoji.map((one) => (
          <UnstyledButton
            key={one.char}
            className={classes.emoji}
            tabIndex={-1}
            aria-label={one.name}
            title={one.name}
            onClick={() => pick(one)}
          >
            {withTone(one, habits.skinTone)}
          </UnstyledButton>
        ))}
      </div>
    </section>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys walk among the buttons inside
    <div className={classes.root} onKeyDown={walk}>
      <div className={classes.head}>
        <TextInput
          className={classes.search}
          size="xs"
          data-autofocus
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={t('composer:emoji.search')}
          placeholder={t('composer:emoji.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = found?.[0];
            if (event.key !== 'Enter' || !first) return;
            event.preventDefault();
            pick(first);
          }}
        />
        <Tones tone={habits.skinTone} onChange={(skinTone) => change({ skinTone })} />
      </div>
      <div className={classes.scroll} data-emoji-list>
        {found ? (
          found.length > 0 ? (
            section('found', t('composer:emoji.found'), found)
          ) : (
            <p className={classes.none}>{t('composer:emoji.none')}</p>
          )
        ) : (
          <>
            {recent.length > 0 ? section('recent', t('composer:emoji.recent'), recent) : null}
            {groups.map(({ key, emoji }) => section(key, t(`composer:emoji.groups.${key}`), emoji))}
          </>
        )}
      </div>
    </div>
  );
}

function Tones({ tone, onChange }: { tone: number; onChange(tone: number): void }) {
  const { t } = useTexts();
  return (
    <div className={classes.tones} role="radiogroup" aria-label={t('composer:emoji.tone')}>
      {TONES.map((one) => (
        <label key={one} className={classes.tone} data-chosen={one === tone || undefined}>
          <input
            type="radio"
            name="skin-tone"
            aria-label={t(`composer:emoji.tones.${one as 0}`)}
            checked={one === tone}
            onChange={() => onChange(one)}
          />
          <span aria-hidden>{withTone({ char: '✋', toned: true }, one)}</span>
        </label>
      ))}
    </div>
  );
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

/** Keys move from the search down into the emoji, and among them. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key];
  const list = event.currentTarget.querySelector('[data-emoji-list]');
  if (!step || !list) return;
  const input = event.target instanceof HTMLInputElement ? event.target : null;
  if (input && (event.key !== 'ArrowDown' || input.type === 'radio')) return;
  const all = [...list.querySelectorAll('button')];
  const at = all.indexOf(event.target as HTMLButtonElement);
  const next = all[input ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
  event.preventDefault();
  next?.focus();
}
