import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { DATA_KINDS } from '@balcao/shared/features/data-subjects/kinds.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Database } from '../../platform/db/database.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createTimes, type WriteTime } from '../../platform/written-times.ts';
import { beginPage, PAGE_END } from '../conversation-documents/pages.ts';
import { fill } from '../conversation-documents/texts.ts';
import {
  type ContactRecord,
  listAfter,
  type Person,
  RECORD_KINDS,
  type RecordKind,
  type RecordRow,
  type Value,
} from './record.repo.ts';
import { TEXTS, type Texts } from './texts.ts';

/** All that there is besides messages, and what the reader should know. */
export interface DataRecord {
  person: Person;
  name: string;
  company: string;
  maker: string;
  timezone: string;
  language: Language;
  at: Date;
  contacts: readonly (ContactRecord & { pictureName: string | null })[];
  counts: DataFile['counts'];
  keptOptOut: boolean;
  backups: DataFile['backups'];
  /** Pages beside this one. */
  chapters: readonly { title: string; page: string }[];
}

/** The page, piece by piece: rows are read as it is written. */
export async function* writePage(db: Database, about: DataRecord): AsyncGenerator<Uint8Array> {
  const { language, name } = about;
  const texts = TEXTS[language];
  const time = createTimes(about);
  const encode = new TextEncoder();
  yield encode.encode(
    beginPage(language, escapeHtml(fill(texts.document.title, { name }))) + headOf(about, texts, time),
  );
  for (const kind of RECORD_KINDS) {
    if (about.counts[kind] === 0) continue;
    yield encode.encode(`<h2>${escapeHtml(texts.kinds[kind])}</h2>\n`);
    for await (const row of rowsOf(db, kind, about.person))
      yield encode.encode(factsOf(columnsOf(kind, row, texts, time)));
  }
  yield encode.encode(PAGE_END);
}

/** The same for programs, with what was sent to services outside. */
export async function* writeData(db: Database, about: DataRecord): AsyncGenerator<Uint8Array> {
  const encode = new TextEncoder();
  const { name, company, at, counts, keptOptOut, backups } = about;
  const contacts = about.contacts.map(({ picture: _, ...contact }) => contact);
  const facts = { name, company, at, numbers: about.person.numbers, contacts, counts, keptOptOut, backups };
  yield encode.encode(`${JSON.stringify(facts).slice(0, -1)}`);
  for (const kind of RECORD_KINDS) {
    yield encode.encode(`,\n"${kind}":[`);
    let separator = '\n';
    for await (const { key: _, ...row } of rowsOf(db, kind, about.person)) {
      yield encode.encode(separator + JSON.stringify(row));
      separator = ',\n';
    }
    yield encode.encode(']');
  }
  yield encode.encode('}\n');
}

async function* rowsOf(db: Database, kind: RecordKind, person: Person): AsyncGenerator<RecordRow> {
  for (let after: string | null = null; ; ) {
    const from: string | null = after;
    const rows: RecordRow[] = await db.readReplica(person.companyId, (tx) =>
      listAfter(tx, kind, person, from),
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

function headOf(about: DataRecord, texts: Texts, time: WriteTime): string {
  const { document: words } = texts;
  const { name, company, maker, timezone, contacts, counts, keptOptOut, backups, chapters } = about;
  const kinds = DATA_KINDS.map((kind): [string, string] => [texts.kinds[kind], String(counts[kind])]);
  return [
    `<h1>${escapeHtml(fill(words.title, { name }))}</h1>`,
    factsOf([
      [words.company, company],
      [words.made, fill(words.madeBy, { when: time(about.at), name: maker })],
      [words.zone, timezone],
    ]),
    `<p class="about">${escapeHtml(words.about)}</p>`,
    `<h2>${escapeHtml(words.counts)}</h2>`,
    factsOf(kinds),
    keptOptOut ? `<p>${escapeHtml(words.keptOptOut)}</p>` : '',
    `<p>${escapeHtml(backupsOf(backups, words, time))}</p>`,
    chapters.length > 0 ? `<h2>${escapeHtml(words.pages)}</h2>` : '',
    `<ul>${chapters.map(({ title, page }) => `<li><a href="${encodeURI(page)}">${escapeHtml(title)}</a></li>`).join('')}</ul>`,
    contacts.length > 0 ? `<h2>${escapeHtml(words.contacts)}</h2>` : '',
    ...contacts.map((contact) => contactOf(contact, about.language, words, time)),
  ]
    .filter(Boolean)
    .join('\n');
}

function backupsOf(backups: DataFile['backups'], words: Texts['document'], time: WriteTime): string {
  if (!backups) return words.noBackup;
  const runs = backups.runs.map(({ firstAt, lastAt }) => {
    const [first, last] = [time(new Date(firstAt)), time(new Date(lastAt))];
    return first === last ? first : fill(words.backupRun, { first, last });
  });
  const known = fill(words.backups, { runs: runs.join('; '), days: backups.keptDays });
  return backups.hasDatabase ? known : `${known} ${words.backupElsewhere}`;
}

function contactOf(
  contact: DataRecord['contacts'][number],
  language: Language,
  words: Texts['document'],
  time: WriteTime,
): string {
  const { name, number, email, notes, extraInfo, blocked, optedOutAt, returnedAt, createdAt, identities } =
    contact;
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const { columns } = words;
  const picture = contact.pictureName;
  const shown = picture ? `<img src="${encodeURI(picture)}" alt="${escapeHtml(name)}">\n` : '';
  const facts: [string, string][] = [
    [columns.name, name],
    [columns.number, number ? formatPhone(number) : ''],
    [columns.email, email],
    [columns.notes, notes],
    [columns.language, (contact.language && languages.of(contact.language)) ?? ''],
    ...extraInfo.map((field): [string, string] => [field.name, field.value]),
    [columns.since, time(createdAt)],
    [columns.optedOutAt, optedOutAt ? time(optedOutAt) : ''],
    [columns.returnedAt, returnedAt ? time(returnedAt) : ''],
    [columns.blocked, blocked ? words.yes : ''],
    [columns.identities, identities.map(({ kind, value }) => `${kind} ${value}`).join(', ')],
  ];
  return shown + factsOf(facts);
}

/** As rows are read by people: states by their names, times as they are written, nothing that is empty. */
function columnsOf(kind: RecordKind, row: RecordRow, texts: Texts, time: WriteTime): [string, string][] {
  const { columns } = texts.document;
  return Object.entries(row)
    .filter(([column]) => column !== 'key' && column !== 'payload')
    .map(([column, value]) => [
      columns[column as keyof typeof columns] ?? column,
      wordsOf(kind, column, value, texts, time),
    ]);
}

function wordsOf(
  kind: RecordKind,
  column: string,
  value: Value,
  { statuses, document }: Texts,
  time: WriteTime,
): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? document.yes : document.no;
  if (value instanceof Date) return time(value);
  const named =
    column === 'basis'
      ? statuses.basis
      : column === 'status' || column === 'state'
        ? statusesOf(kind, statuses)
        : {};
  return named[String(value)] ?? String(value);
}

const statusesOf = (kind: RecordKind, statuses: Texts['statuses']): Record<string, string> =>
  kind in statuses ? statuses[kind as keyof typeof statuses] : {};

function factsOf(facts: readonly (readonly [string, string])[]): string {
  const rows = facts
    .filter(([, said]) => said !== '')
    .map(([what, said]) => `<div><dt>${escapeHtml(what)}</dt><dd>${escapeHtml(said)}</dd></div>`);
  return `<dl class="heading">${rows.join('')}</dl>\n`;
}
