import { asWholeParameter } from '../message-templates/template-text.ts';
import { type CampaignStatus, MAX_CAMPAIGN_MESSAGES } from './row.ts';
import { asksToReturn, asksToStop } from './stop-words.ts';

/** The rules of campaigns that server and console share. */

export const CAMPAIGN_LIMITS = {
  nameChars: { min: 2, max: 50 },
  messageChars: 4_096,
  messages: MAX_CAMPAIGN_MESSAGES,
  /** Nobody means a day further ahead. */
  scheduleDays: 366,
  /** Days without another campaign; 0: not asked. */
  quietDays: { min: 0, max: 365 },
  /** Numbers that a trial may go to at once. */
  trialNumbers: 5,
} as const;

/** A scheduled campaign that begins so soon stays as it is. */
const EDITABLE_UNTIL_MS = 60 * 60 * 1_000;
/** An asked customer who has said nothing for so long is left out. */
export const CONFIRMATION_HOURS = 24;
/** A word to be left alone counts so many days after a campaign's last message. */
export const OPT_OUT_DAYS = 30;

/** Whether people may change it: what is under way or over stays as it is. */
export function isEditable(
  { status, scheduledAt }: { status: CampaignStatus; scheduledAt: string | Date | null },
  now: Date,
): boolean {
  if (status === 'INATIVA' || status === 'CANCELADA') return true;
  return (
    status === 'PROGRAMADA' &&
    scheduledAt !== null &&
    new Date(scheduledAt).getTime() - now.getTime() > EDITABLE_UNTIL_MS
  );
}

/** What may become of a campaign, and by whom: people save, cancel and restart it; the server starts and ends it. */
export const CAMPAIGN_MOVES = {
  INATIVA: ['PROGRAMADA'],
  /** CANCELADA: what it needs was deleted meanwhile. */
  PROGRAMADA: ['INATIVA', 'EM_ANDAMENTO', 'CANCELADA'],
  EM_ANDAMENTO: ['CANCELADA', 'FINALIZADA'],
  CANCELADA: ['EM_ANDAMENTO'],
  /** Those that failed are tried again. */
  FINALIZADA: ['EM_ANDAMENTO'],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

const YES = new Set(['sim', 'yes', 'si', 's', 'y', '1', 'ok', '✅', '👍']);
const NO = new Set(['nao', 'no', 'n', '2', '❌', '👎']);

export type CampaignReply = 'yes' | 'no' | 'optOut' | 'comeBack';

/** What a customer's message says to a campaign, whatever its case, accents and marks; null: something else. */
export function campaignReply(text: string): CampaignReply | null {
  const words = wordsOf(text);
  if (words.length === 0) return symbolOf(text);
  if (asksToStop(words)) return 'optOut';
  if (asksToReturn(words) && !text.trimStart().startsWith('/')) return 'comeBack';
  const [word = ''] = words;
  if (words.length > 1) return null;
  if (YES.has(word)) return 'yes';
  return NO.has(word) ? 'no' : null;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A lone mark, whatever its colour. */
function symbolOf(text: string): CampaignReply | null {
  const mark = text.replace(/\s|\p{Emoji_Modifier}|\uFE0F/gu, '');
  if (YES.has(mark)) return 'yes';
  return NO.has(mark) ? 'no' : null;
}

/** A piece of a text: as it stands, or a field of the recipient. */
export type TemplatePart = { text: string } | { field: RecipientField };
export type RecipientField = 'name' | 'number' | 'email';

const FIELDS: ReadonlyMap<string, RecipientField> = new Map([
  ['nome', 'name'],
  ['name', 'name'],
  ['nombre', 'name'],
  ['numero', 'number'],
  ['número', 'number'],
  ['number', 'number'],
  ['email', 'email'],
  ['e-mail', 'email'],
]);

export interface CampaignVariable {
  key: string;
  value: string;
}

/**
 * A text with variables in braces, taken apart. What is in no list stays as it was written, a brace without an end too;
 * values are never looked through for variables themselves.
 */
export function templateParts(text: string, variables: readonly CampaignVariable[]): TemplatePart[] {
  const own = new Map(variables.map(({ key, value }) => [key, value]));
  const parts: TemplatePart[] = [];
  const say = (words: string) => {
    const last = parts.at(-1);
    if (last && 'text' in last) last.text += words;
    else if (words !== '') parts.push({ text: words });
  };
  let from = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/\{([^{}\n]{1,100})\}/g)) {
    say(text.slice(from, index));
    from = index + whole.length;
    const field = FIELDS.get(name.trim().toLowerCase());
    if (field) parts.push({ field });
    else say(own.get(name.trim()) ?? whole);
  }
  say(text.slice(from));
  return parts;
}

/** Whether a recipient is known by an address of e-mail, and not by a number. */
export const isAddress = (key: string): boolean => key.includes('@');

/** What a recipient reads. */
export function fillTemplate(
  text: string,
  recipient: Readonly<Record<RecipientField, string>>,
  variables: readonly CampaignVariable[],
): string {
  return templateParts(text, variables)
    .map((part) => ('text' in part ? part.text : recipient[part.field]))
    .join('');
}

/** What fills a blank of a template for a recipient. */
export const parameterFor = (
  text: string,
  recipient: Readonly<Record<RecipientField, string>>,
  variables: readonly CampaignVariable[],
): string => asWholeParameter(fillTemplate(text, recipient, variables));

/**
 * These hold for templates: their messenger counts customers and asks for no pauses; these leave room for whoever
 * answers by hand.
 */
export const TEMPLATE_PACE = { messageInterval: 0.5, longerIntervalAfter: 0, greaterInterval: 0 } as const;

/** Seconds to send to so many, about: random pauses count half, as they do in the long run. */
export function expectedSeconds(
  recipients: number,
  pace: { messageInterval: number; longerIntervalAfter: number; greaterInterval: number },
): number {
  const long = pace.longerIntervalAfter > 0 ? Math.floor(recipients / pace.longerIntervalAfter) : 0;
  return Math.round((recipients - long) * (pace.messageInterval / 2) + long * pace.greaterInterval);
}
