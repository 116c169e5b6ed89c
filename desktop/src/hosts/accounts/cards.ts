import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account } from '@balcao/shared/features/accounts/bridge.ts';
import type { ConsoleLink } from '@balcao/shared/features/tickets/link.ts';
import { z } from 'zod';

/**
 * Several accounts on one computer: the first keeps its data in `root`, each other one in `root/profiles/{name}`. Every
 * one of them leaves a card there, so that the others know whose it is without looking into its data.
 */
export interface AccountPlace {
  root: string;
  /** The name of the account of this program; empty for the first. */
  own: string;
}

const cardContent = account
  .pick({ serverUrl: true, person: true, company: true, companyId: true, queued: true })
  .extend({ unread: z.int() });
type CardContent = z.output<typeof cardContent>;

export type AccountCard = CardContent & { profile: string };

const PROFILES = 'profiles';
const CARD = 'account.json';
const NOBODY: CardContent = {
  serverUrl: '',
  person: null,
  company: null,
  companyId: null,
  queued: 0,
  unread: 0,
};

/** Valid names of a profile: each becomes the name of a folder. */
export const isProfileName = (name: string): boolean => /^[a-z\d][a-z\d-]{0,29}$/.test(name);

export const profilesDir = ({ root }: AccountPlace): string => join(root, PROFILES);

export const accountDir = (place: AccountPlace, profile: string): string =>
  profile === '' ? place.root : join(profilesDir(place), profile);

/** The cards of all accounts, by name. The first one counts while it is our own, or has left a card. */
export function readCards(place: AccountPlace): AccountCard[] {
  const first = place.own === '' || readCard(place, '') ? [''] : [];
  const others = namesIn(profilesDir(place)).filter(isProfileName);
  const names = new Set([...first, ...others, place.own]);
  return [...names]
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((profile) => ({ profile, ...(readCard(place, profile) ?? NOBODY) }));
}

/** It never fails a caller: on a full disk the other accounts miss the change. */
export function writeCard(place: AccountPlace, card: CardContent): void {
  const dir = accountDir(place, place.own);
  const part = join(dir, `${CARD}.part`);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    writeFileSync(part, JSON.stringify(card), { mode: 0o600 });
    renameSync(part, join(dir, CARD));
  } catch {
    // The next write may succeed.
  }
}

/** The smallest number that names no account. */
export function freeProfile(place: AccountPlace): string {
  const taken = new Set(readCards(place).map(({ profile }) => profile));
  let number = 2;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** The label that distinguishes this account from the others; null when there is only one. */
export function ownName(place: AccountPlace): string | null {
  const cards = readCards(place);
  return cards.length > 1 ? nameOf(place.own, cards) : null;
}

/** The company, with the agent where several share that company's name; the server when no agent is signed in. */
export function nameOf(profile: string, cards: readonly AccountCard[]): string {
  const card = cards.find((one) => one.profile === profile);
  if (!card?.company) return card?.serverUrl.replace(/^https?:\/\//, '') || profile;
  const isAlone = cards.filter(({ company }) => company === card.company).length === 1;
  return isAlone ? card.company : `${card.company} (${card.person})`;
}

/** The accounts a link may belong to: never those of another server or company. */
export const accountsOfLink = <Card extends Pick<AccountCard, 'serverUrl' | 'companyId'>>(
  link: ConsoleLink,
  cards: readonly Card[],
): Card[] =>
  cards.filter(
    ({ serverUrl, companyId }) =>
      (link.serverUrl === null || link.serverUrl === serverUrl) &&
      (link.companyId === null || companyId === null || link.companyId === companyId),
  );

/** A damaged card counts as absent: its account will write the next one. */
function readCard(place: AccountPlace, profile: string): CardContent | null {
  try {
    const text = readFileSync(join(accountDir(place, profile), CARD), 'utf8');
    return cardContent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
