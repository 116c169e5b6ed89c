import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { isShownTo, type PageEntry, type PagePart } from '../kit/pages.ts';
import { wordMatcher } from '../kit/word-match.ts';

export interface AreaHit {
  path: string;
  page: PageEntry;
  /** What was found on the page; null: its name. */
  label: string | null;
}

/** The texts of the language that is shown. */
export interface Texts {
  of: (key: PageEntry['title'] | PagePart['title']) => string;
  /** All of a namespace. */
  all: (namespace: string) => object;
  /** Words that mean the same (`wordMatcher`). */
  same: string;
}

/** A label says what one may set; longer texts explain. */
const MAX_LABEL_CHARS = 40;
const HITS_OF_A_PAGE = 3;
/** Texts with these keys are no labels of something that can be set. */
const NO_LABELS = /^(title|subtitle|tabs|search|add|edit|delete|saved|empty|errors|nouns|lists)/;

/** Pages of an area whose name has all the words, and what stands on a page under such a label. */
export function findInArea(
  pages: readonly PageEntry[],
  user: SessionUser,
  search: string,
  texts: Texts,
): AreaHit[] {
  const matches = wordMatcher(search, texts.same);
  const named = pages.filter(({ title }) => matches(texts.of(title)));
  const inside = pages.flatMap((page) => [
    ...partsOf(page, user, texts).filter(({ label }) => matches(label)),
    ...labelsOn(page, texts)
      .filter(({ label }) => matches(label))
      .slice(0, HITS_OF_A_PAGE),
  ]);
  return [...named.map((page) => ({ page, path: page.path, label: null })), ...inside];
}

export type Option = AreaHit & { label: string };

/** What can be set on a page, its parts first. */
export const optionsOf = (page: PageEntry, user: SessionUser, texts: Texts): Option[] => [
  ...partsOf(page, user, texts),
  ...labelsOn(page, texts),
];

const partsOf = (page: PageEntry, user: SessionUser, texts: Texts): Option[] =>
  (page.parts ?? [])
    .filter((part) => isShownTo(user, part))
    .map(({ title, path }) => ({ page, path, label: texts.of(title) }));

const labelsOn = (page: PageEntry, texts: Texts): Option[] =>
  page.hasOptions
    ? []
    : labelsOf(texts.all(namespaceOf(page))).map((label) => ({ page, path: page.path, label }));

const namespaceOf = ({ title }: PageEntry) => title.slice(0, title.indexOf(':'));

/** The labels among texts, the shortest first. */
function labelsOf(texts: object): string[] {
  const labels = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === 'string' && isLabel(value)) labels.add(value);
    if (typeof value === 'object' && value) for (const inner of Object.values(value)) collect(inner);
  };
  for (const [key, value] of Object.entries(texts)) if (!NO_LABELS.test(key)) collect(value);
  return [...labels].toSorted((a, b) => a.length - b.length);
}

const isLabel = (text: string) =>
  text.length <= MAX_LABEL_CHARS && !text.includes('{{') && !/[.?!…:,]$/.test(text);
