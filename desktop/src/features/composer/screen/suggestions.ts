import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { QuickMessageRow } from '@balcao/shared/features/quick-messages/row.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { OFFERED_VARIABLES } from '@balcao/shared/text/variables.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { Variables } from '../../../renderer/kit/use-variables.ts';
import type { Trigger } from './completion.ts';
import { best } from './fuzzy.ts';
import type { Colleague, Colleagues } from './use-colleagues.ts';
import { useHabits } from './use-habits.ts';

type FoundAnswer = MethodOutput<'knowledge.answers'>[number];

export type Suggestion =
  | { kind: 'quick'; key: string; message: QuickMessageRow }
  | { kind: 'macro'; key: string; macro: MacroRow }
  | { kind: 'article'; key: string; article: FoundAnswer }
  | { kind: 'articleLink'; key: string; article: FoundAnswer; link: string }
  | { kind: 'emoji'; key: string; char: string; name: string }
  | { kind: 'mention'; key: string; colleague: Colleague }
  /** `value`: its value in this conversation. */
  | { kind: 'variable'; key: string; label: string; value: string };

/** Who may not see the ticket is shown, and cannot be named. */
export const isChoosable = (suggestion: Suggestion): boolean =>
  suggestion.kind !== 'mention' || suggestion.colleague.seesTicket;

const SHOWN = 8;
const NONE: Suggestion[] = [];

/**
 * Suggestions for the words at the caret: quick replies, macros and articles from this computer's cache, emoji, fields of the customer, or
 * colleagues where they may be named.
 */
export function useSuggestions(
  trigger: Trigger | null,
  variables: Variables,
  colleagues: Colleagues | undefined,
  withMacros: boolean,
): Suggestion[] {
  const quick = trigger?.kind === 'quick';
  const { data: messages } = useRows('quickMessage', { enabled: quick });
  const { data: macros } = useRows('macro', { enabled: quick && withMacros });
  const articles = useAnswers(quick ? trigger.query : '');
  const findVariable = useVariableSearch(variables);
  const findEmoji = useEmojiSearch(trigger?.kind === 'emoji');
  return useMemo(() => {
    if (!trigger) return NONE;
    if (trigger.kind === 'quick')
      return [
        ...quickAnswers(messages?.filter(({ status }) => status) ?? [], trigger.query).map(
          (message): Suggestion => ({ kind: 'quick', key: `quick-${message.id}`, message }),
        ),
        ...macrosNamed(macros ?? [], trigger.query).map(
          (macro): Suggestion => ({ kind: 'macro', key: `macro-${macro.id}`, macro }),
        ),
        ...articles.flatMap(ofArticle),
      ];
    if (trigger.kind === 'variable') return findVariable(trigger.query);
    if (trigger.kind === 'mention')
      return (
        colleagues
          ?.find(trigger.query, SHOWN)
          .map((colleague) => ({ kind: 'mention', key: `mention-${colleague.id}`, colleague })) ?? NONE
      );
    return findEmoji?.(trigger.query) ?? NONE;
  }, [trigger, messages, macros, articles, findEmoji, findVariable, colleagues]);
}

/** Several words mean a shortcut as a whole: whoever wrote a date with a slash must not meet a reply that has its letters. */
const quickAnswers = (messages: readonly QuickMessageRow[], query: string): QuickMessageRow[] =>
  /\s/.test(query)
    ? messages.filter(({ shortcode }) => fold(shortcode).includes(fold(query))).slice(0, SHOWN)
    : best(messages, query, (one) => [one.shortcode, one.message], SHOWN);

/** As with shortcuts, a sentence that holds some letters of a name does not mean it. */
const macrosNamed = (macros: readonly MacroRow[], query: string): MacroRow[] =>
  /\s/.test(query)
    ? macros.filter(({ name }) => fold(name).startsWith(fold(query))).slice(0, SHOWN)
    : best(macros, query, ({ name }) => [name], SHOWN);

/** Its words, and where they stand. */
const ofArticle = (article: FoundAnswer): Suggestion[] => [
  { kind: 'article', key: `article-${article.id}`, article },
  ...(article.link === null
    ? []
    : [{ kind: 'articleLink', key: `link-${article.id}`, article, link: article.link } as const]),
];

const NO_ANSWERS: FoundAnswer[] = [];

/** As with shortcuts, several words mean a title: a sentence behind a slash is no question. */
const isMeant = (title: string, text: string) => !/\s/.test(text) || fold(title).includes(fold(text));

/** Articles in which this is. A letter or two mean a shortcut. */
function useAnswers(query: string): FoundAnswer[] {
  const { i18n } = useTexts();
  const text = query.trim();
  const asked = { text, language: i18n.language as Language };
  const { data = NO_ANSWERS } = useBridgeQuery('knowledge.answers', asked, { enabled: text.length > 2 });
  return data.filter(({ title }) => isMeant(title, text));
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
