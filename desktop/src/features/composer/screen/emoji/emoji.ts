import type { Language } from '@balcao/shared/text/languages.ts';
import { best } from '../fuzzy.ts';

/** Every emoji of the Unicode standard, with its name and search words in three languages (CLDR, by emojibase). */

export interface Emoji {
  /** The emoji itself, in the standard's yellow. */
  char: string;
  name: string;
  /** The words that find it, in all three languages, with the name in the user's language first. */
  words: string[];
  /** Skin tones can be chosen. */
  toned: boolean;
}

/** The groups of the standard by their number there; skin tones and lone letters are none. */
const GROUPS = {
  0: 'faces',
  1: 'people',
  3: 'nature',
  4: 'food',
  5: 'travel',
  6: 'activities',
  7: 'objects',
  8: 'symbols',
  9: 'flags',
} as const;

export interface EmojiGroup {
  key: (typeof GROUPS)[keyof typeof GROUPS];
  emoji: Emoji[];
}

/** Each language is a separate file of a quarter of a megabyte. */
const TABLES = {
  pt: () => import('emojibase-data/pt/compact.json'),
  en: () => import('emojibase-data/en/compact.json'),
  es: () => import('emojibase-data/es/compact.json'),
};
const LANGUAGES: readonly Language[] = ['pt', 'en', 'es'];
const loaded = new Map<Language, Promise<EmojiGroup[]>>();

/** The same promise for each language. */
export function emojiGroups(language: Language): Promise<EmojiGroup[]> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language);
  loaded.set(language, loading);
  // The next look tries again.
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function load(language: Language): Promise<EmojiGroup[]> {
  const order = [language, ...LANGUAGES.filter((one) => one !== language)];
  const [own = [], ...others] = await Promise.all(order.map(async (one) => (await TABLES[one]()).default));
  const byCharacter = others.map((table) => new Map(table.map((entry) => [entry.unicode, entry])));
  const groups = Map.groupBy(own.toSorted(inOrder), ({ group }) => group);
  return Object.entries(GROUPS).map(([group, key]) => ({
    key,
    emoji: (groups.get(Number(group)) ?? []).flatMap((entry) => {
      const char = writtenAs(entry.unicode);
      if (!char) return [];
      const words = [entry, ...byCharacter.flatMap((table) => table.get(entry.unicode) ?? [])].flatMap(
        wordsOf,
      );
      const toned = isStandard(withTone({ char, toned: true }, 1));
      return { char, name: entry.label, words: [...new Set(words)], toned };
    }),
  }));
}

const inOrder = (a: { order?: number }, b: { order?: number }) => (a.order ?? 0) - (b.order ?? 0);
/** `bandeira: Brasil` is found by the country's name too. */
const wordsOf = ({ label, tags = [] }: { label: string; tags?: string[] }) => [
  label,
  ...label.split(': ').slice(1),
  ...tags,
];
const isStandard = (text: string) => /^\p{RGI_Emoji}$/v.test(text);

/** Null for one that is newer than this browser: it would show as an empty box. */
function writtenAs(unicode: string): string | null {
  if (isStandard(unicode)) return unicode;
  // The table requests a picture even where the standard needs no mark for it.
  const bare = unicode.replaceAll('\u{fe0f}', '');
  return isStandard(bare) ? bare : null;
}

/** Light to dark, as the standard numbers them. */
const TONES = ['', '\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'];

/** The tone goes behind the first character, in place of the mark for a coloured picture. */
export function withTone({ char, toned }: Pick<Emoji, 'char' | 'toned'>, tone: number): string {
  if (!toned || tone === 0) return char;
  const [first = '', ...rest] = [...char];
  return first + (TONES[tone] ?? '') + (rest[0] === '\u{fe0f}' ? rest.slice(1) : rest).join('');
}

export function searchEmoji(groups: readonly EmojiGroup[], query: string, limit: number): Emoji[] {
  const all = groups.flatMap(({ emoji }) => emoji);
  // A whole word of any language beats the middle of a name: 🎉 comes before the sign that means congratulations.
  return best(all, query.replaceAll('_', ' '), ({ words }) => ['', ...words], limit);
}
