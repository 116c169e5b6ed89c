import { FAMILIES } from './family.ts';
import type { NotesOfKind } from './origins.repo.ts';
import { isNobodys } from './quick-messages.ts';
import type { Source } from './source.ts';

/** What the operator reads at the end: what came, what became of it, and what stayed behind. */

/** What became of a row other than what stood there. */
const WHATS: Record<string, string> = {
  renamed: 'got another name, because theirs was taken',
  recoloured: 'got another colour, because theirs was taken or none',
  blocked: 'is blocked, as it was there',
  otherChannel: 'left out: of a network that is not WhatsApp',
  noPerson: 'left out: neither person nor group',
  noNumber: 'has no number that WhatsApp could know',
  noEmail: 'had no valid e-mail address',
  otherEmail: 'signs in with another address, because theirs belongs to somebody else here',
  noPassword: 'has no password that can be carried: give them a new one',
  noOperator: 'was an operator there, and is none here',
  samePerson: 'became one contact with another one, because they have one number',
  noContact: 'left out: its contact was left out or is gone',
  noTicket: 'left out: its conversation was left out or is gone',
  noParent: 'left out: what it stands below is gone',
  superseded: 'came closed: the contact has a newer conversation under way',
  noAgent: 'waits: it was open, and nobody had it',
  template: 'left out: a template of the official API',
  overdue: 'is not sent: its time had passed',
  noTime: 'left out: it has no time that can be',
  listFull: 'left out: its list is full',
  stopped: 'came stopped: it was scheduled or under way',
  empty: 'left out: a file without content',
  denied: 'left out: a program',
  unreadable: 'left out: this user may not read it',
  tooLarge: 'left out: larger than BALCAO_MEDIA_LIMIT_MB',
};

export interface CompanyReport {
  name: string;
  companyId: number;
  /** By the kinds of rows, in the order in which they came. */
  steps: { kind: string; read: number; brought: number }[];
  notes: readonly NotesOfKind[];
  files: { brought: number; missing: number };
}

export const headline = ({ name, family }: Source): string => `Source: ${name} (${FAMILIES[family]})`;

export function reportOf({ name, companyId, steps, notes, files }: CompanyReport): string {
  return [
    `\n${name} (company ${companyId})`,
    ...steps.map(({ kind, read, brought }) => `  ${kind}: ${brought} new of ${read}`),
    `  file: ${files.brought} new, ${files.missing} missing`,
    ...notes.flatMap(({ kind, what, count, examples }) => [
      `  ! ${kind} ${WHATS[what] ?? what}: ${count}`,
      ...examples.map(({ origin, detail }) => `      ${origin}${detail && ` ${printable(detail)}`}`),
    ]),
  ].join('\n');
}

/** A terminal does what some characters say. */
const printable = (text: string) => text.replaceAll(/\p{C}/gu, ' ');

/** Tables that are read, wholly or in part. */
const READ = new Set([
  ...[
    'Companies',
    'Queues',
    'QueueOptions',
    'Chatbots',
    'Whatsapps',
    'WhatsappQueues',
    'Users',
    'UserQueues',
  ],
  ...['Tags', 'TicketTags', 'Contacts', 'ContactCustomFields', 'WhatsappLidMaps', 'Tickets', 'TicketTraking'],
  ...['UserRatings', 'Messages', 'TicketNotes', 'QuickMessages', 'QuickAnswers', 'Schedules', 'Settings'],
  ...['CompaniesSettings', 'ContactLists', 'ContactListItems', 'Campaigns'],
]);
/** Nobody misses them: they are that program's own. */
const INTERNAL =
  /^(Sequelize|BaileysKeys|Baileys$|BaileysChats|BaileysMessages|BaileysContacts|Counters|Translations)/;

/** Tables that nothing here has a place for, with how many rows each has, at most so many counted. */
export async function leftOut(source: Source): Promise<string> {
  const tables = source
    .tables()
    .filter((table) => (!READ.has(table) || isNobodys(source, table)) && !INTERNAL.test(table));
  const lines: string[] = [];
  for (const table of tables.sort()) {
    const quoted = `"${table.replaceAll('"', '""')}"`;
    const [row] = await source.read(`select count(*)::text as n from (select from ${quoted} limit 100000) x`);
    if (row?.n !== '0') lines.push(`  ${printable(table)}: ${row?.n}`);
  }
  const always = 'WhatsApp sessions, tokens, keys, plans and invoices are never brought.';
  return [`\nNot brought, of all companies there:`, ...lines, `  ${always}`].join('\n');
}
