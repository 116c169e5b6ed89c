import { OFFERED_VARIABLES } from '@balcao/shared/domain/variables.ts';
import type { QuickMessageRow } from '@balcao/shared/model/quick-message.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import type { Trigger } from './completion.ts';
import { best } from './fuzzy.ts';
import { useHabits } from './use-habits.ts';
import type { Variables } from './use-variables.ts';

export type Suggestion =
  | { kind: 'quick'; key: string; message: QuickMessageRow }
  | { kind: 'emoji'; key: string; char: string; name: string }
  /** `value`: its value in this conversation. */
  | { kind: 'variable'; key: string; label: string; value: string };

const SHOWN = 8;
const NONE: Suggestion[] = [];

/** Suggestions for the word at the caret: quick replies from this computer's cache, emoji, or fields of the customer. */
export function useSuggestions(trigger: Trigger | null, variables: Variables): Suggestion[] {
  const quick = trigger?.kind === 'quick';
  const { data: messages } = useRows('quickMessage', { enabled: quick });
  const findVariable = useVariableSearch(variables);
  const findEmoji = useEmojiSearch(trigger?.kind === 'emoji');
  return useMemo(() => {
    if (!trigger) return NONE;
    if (trigger.kind === 'quick')
      return best(
        messages?.filter(({ status }) => status) ?? [],
        trigger.query,
        (one) => [one.shortcode, one.message],
        SHOWN,
      ).map((message) => ({ kind: 'quick', key: `quick-${message.id}`, message }));
    if (trigger.kind === 'variable') return findVariable(trigger.query);
    return findEmoji?.(trigger.query) ?? NONE;
  }, [trigger, messages, findEmoji, findVariable]);
}

/** A variable without a value is not offered. */
function useVariableSearch({ fill, names }: Variables): (query: string) => Suggestion[] {
  const { t } = useTexts();
  return useCallback(
    (query) => {
      const known = names.map((name) => ({
        name,
        label: isOffered(name) ? t(`common:variables.${name}`) : name,
        value: fill(`{{${name}}}`),
      }));
      const filled = known.filter(({ value }) => value !== '');
      return best(filled, query.trim(), ({ label, name }) => [label, name], MAX_VARIABLES).map(
        ({ name, label, value }) => ({ kind: 'variable', key: `variable-${name}`, label, value }),
      );
    },
    [fill, names, t],
  );
}

const MAX_VARIABLES = 20;

const isOffered = (name: string): name is (typeof OFFERED_VARIABLES)[number] =>
  OFFERED_VARIABLES.some((one) => one === name);

/** The table is loaded at its first use. */
function useEmojiSearch(wanted: boolean): ((query: string) => Suggestion[]) | null {
  const { i18n } = useTexts();
  const { skinTone } = useHabits().habits;
  const [find, setFind] = useState<((query: string) => Suggestion[]) | null>(null);
  const { language } = i18n;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('./emoji/emoji.ts').then(async ({ emojiGroups, searchEmoji, withTone }) => {
      const groups = await emojiGroups(language as 'pt');
      if (left) return;
      setFind(
        () => (query: string) =>
          searchEmoji(groups, query, SHOWN).map(
            (emoji): Suggestion => ({
              kind: 'emoji',
              key: `emoji-${emoji.char}`,
              char: withTone(emoji, skinTone),
              name: emoji.name,
            }),
          ),
      );
    });
    return () => {
      left = true;
    };
  }, [wanted, language, skinTone]);
  return find;
}
