import type { QuickMessageRow } from '@balcao/shared/sync/entities.ts';
import { useEffect, useMemo, useState } from 'react';
import { useBridgeQuery } from '../../../app/bridge-query.ts';
import { useTexts } from '../../../app/use-texts.ts';
import type { Trigger } from './completion.ts';
import { best } from './fuzzy.ts';

export type Suggestion =
  | { kind: 'quick'; key: string; message: QuickMessageRow }
  | { kind: 'emoji'; key: string; char: string; name: string };

const SHOWN = 8;
const NONE: Suggestion[] = [];

/** What fits the word at the caret: quick replies from this computer's cache, or emoji. */
export function useSuggestions(trigger: Trigger | null): Suggestion[] {
  const quick = trigger?.kind === 'quick';
  const { data: messages } = useBridgeQuery('quickMessages.list', null, { enabled: quick });
  const findEmoji = useEmojiSearch(trigger?.kind === 'emoji');
  return useMemo(() => {
    if (!trigger) return NONE;
    if (trigger.kind === 'quick')
      return best(messages ?? [], trigger.query, (one) => [one.shortcode, one.message], SHOWN).map(
        (message) => ({ kind: 'quick', key: `quick-${message.id}`, message }),
      );
    return findEmoji?.(trigger.query) ?? NONE;
  }, [trigger, messages, findEmoji]);
}

/** The table comes when it is first asked for. */
function useEmojiSearch(wanted: boolean): ((query: string) => Suggestion[]) | null {
  const { i18n } = useTexts();
  const [find, setFind] = useState<((query: string) => Suggestion[]) | null>(null);
  const { language } = i18n;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('./emoji/emoji.ts').then(async ({ emojiGroups, searchEmoji }) => {
      const groups = await emojiGroups(language as 'pt');
      if (left) return;
      setFind(
        () => (query: string) =>
          searchEmoji(groups, query, SHOWN).map(
            ({ char, name }): Suggestion => ({
              kind: 'emoji',
              key: `emoji-${char}`,
              char,
              name,
            }),
          ),
      );
    });
    return () => {
      left = true;
    };
  }, [wanted, language]);
  return find;
}
