import {
  CARD_LIMITS,
  type CardAction,
  type CardItem,
  type CardKey,
  type CardKind,
  type CardMoney,
  type CardPart,
  type MessageCard,
} from '@balcao/shared/features/messages/card.ts';

export type Maybe<T> = T | null | undefined;

/** What somebody outside has said of a card, unbounded. */
export interface CardDraft {
  title?: Maybe<string>;
  text?: Maybe<string>;
  footer?: Maybe<string>;
  items?: readonly CardItem[];
  itemCount?: unknown;
  total?: CardMoney | null;
  keys?: readonly CardKey[];
  startsAt?: string | null;
  endsAt?: string | null;
  place?: Maybe<string>;
  seconds?: unknown;
  actions?: readonly CardAction[];
}

const LIMITS = CARD_LIMITS;

/** A card within its bounds. */
export function cardOfDraft(kind: CardKind, draft: CardDraft, parts: readonly CardDraft[] = []): MessageCard {
  return { kind, ...partOfDraft(draft), parts: parts.slice(0, LIMITS.parts).map(partOfDraft) };
}

function partOfDraft(draft: CardDraft): CardPart {
  return {
    title: textUpTo(draft.title, LIMITS.title),
    text: textUpTo(draft.text, LIMITS.text),
    footer: textUpTo(draft.footer, LIMITS.footer),
    items: (draft.items ?? []).slice(0, LIMITS.items),
    itemCount: countOf(draft.itemCount),
    total: draft.total ?? null,
    keys: (draft.keys ?? []).slice(0, LIMITS.keys),
    startsAt: draft.startsAt ?? null,
    endsAt: draft.endsAt ?? null,
    place: textUpTo(draft.place, LIMITS.place),
    seconds: countOf(draft.seconds),
    actions: (draft.actions ?? []).slice(0, LIMITS.actions),
  };
}

/** Somebody came and said nothing. */
export const ARRIVAL = cardOfDraft('arrival', {});

export const cardItem = (
  name: unknown,
  more: { heading?: unknown; detail?: unknown; quantity?: unknown; price?: CardMoney | null } = {},
): CardItem => ({
  heading: textUpTo(more.heading, LIMITS.title),
  name: textUpTo(name, LIMITS.name),
  detail: textUpTo(more.detail, LIMITS.detail),
  quantity: countOf(more.quantity),
  price: more.price ?? null,
});

/** None without a label or a link that a browser opens as a page. */
export function cardAction(label: unknown, url?: unknown): CardAction[] {
  const action = { label: textUpTo(label, LIMITS.label), url: linkOf(url) };
  return action.label || action.url ? [action] : [];
}

/** None without a value; one that is cut would lead elsewhere. */
export function cardKey(kind: CardKey['kind'], label: unknown, value: unknown): CardKey[] {
  const key = textUpTo(value, LIMITS.key + 1);
  return key && key.length <= LIMITS.key ? [{ kind, label: textUpTo(label, LIMITS.label), value: key }] : [];
}

/** Only what a browser opens as a page. */
export function linkOf(url: unknown): string | null {
  const link = textUpTo(url, LIMITS.url + 1);
  return link.length <= LIMITS.url && /^https?:\/\//i.test(link) ? link : null;
}

/**
 * Null for what is no amount: nothing said, negative, or more than numbers can count.
 *
 * @param thousandths also of the library's 64-bit type, or digits
 */
export function moneyOf(thousandths: unknown, currency: unknown): CardMoney | null {
  const amount = numberOf(thousandths);
  if (amount === null || !Number.isSafeInteger(amount) || amount < 0) return null;
  const code = textUpTo(currency, 4).toUpperCase();
  return { amount, currency: /^[A-Z]{3}$/.test(code) ? code : '' };
}

/** A value that counts in parts of a unit: 4590 of 100 are 45.90. */
export function moneyOfParts(value: unknown, offset: unknown, currency: unknown): CardMoney | null {
  const [amount, parts] = [numberOf(value), numberOf(offset)];
  if (amount === null || parts === null || parts < 1) return null;
  return moneyOf(Math.round((amount / parts) * 1_000), currency);
}

/** The instant of seconds since 1970; null for none, and for what no calendar has. */
export function instantOf(seconds: unknown): string | null {
  const at = numberOf(seconds);
  if (at === null || at <= 0 || at > MAX_SECONDS) return null;
  return new Date(Math.floor(at) * 1_000).toISOString();
}

/** The end of the year 9999: later instants are written in another form. */
const MAX_SECONDS = 253_402_300_799;

function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && Number.isInteger(count) && count > 0 && count <= LIMITS.count ? count : null;
}

export function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return null;
  const number = Number(typeof value === 'object' ? String(value) : value);
  return Number.isFinite(number) ? number : null;
}

/** Without the NUL that PostgreSQL refuses. A number of another program's JSON is text too. */
export function textUpTo(value: unknown, maxChars: number): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? cutAt(text.replaceAll('\0', ''), maxChars).trim() : '';
}

/** Never in the middle of a character: half of one is no text in JSON. */
function cutAt(text: string, maxChars: number): string {
  const cut = text.slice(0, maxChars);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
