import { createHash } from 'node:crypto';
import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import {
  bytesOf,
  type Chapter,
  hashed,
  NOTHING_WRITTEN,
  writeChapter,
} from '../conversation-documents/archive.ts';
import { archivedName } from '../conversation-documents/archived-name.ts';
import {
  type Conversation,
  findHeading,
  findMailPage,
  findMessages,
  listNotes,
  listSaid,
} from '../conversation-documents/conversation-documents.service.ts';
import { createSums, type Entry, type Sums } from '../conversation-documents/sums.ts';
import { TEXTS as CONVERSATION, fill } from '../conversation-documents/texts.ts';
import { describe } from '../data-subjects/data-file.service.ts';
import { knownBackups } from '../data-subjects/known-backups.ts';
import type { Claimed, Place } from './data-exports.repo.ts';
import * as repo from './record.repo.ts';
import { type DataRecord, writeData, writePage } from './record.ts';
import { TEXTS } from './texts.ts';

export const ZIP = 'application/zip';

/** `dados Maria.zip`, `dados Maria 2.zip` */
export const fileNameOf = ({ name, language }: { name: string; language: Language }, part: number): string =>
  `${TEXTS[language].document.fileName} ${displayName({ name, number: name })}${part === 1 ? '' : ` ${part}`}.zip`;

interface Deps {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'backup'>;
}

interface Making {
  at: Date;
  /** Asked after each message: what is behind it belongs into the next ZIP. */
  isFull(): boolean;
}

/** What somebody has written in groups is taken along no further. */
const GROUP_MESSAGES_MOST = 100_000;
const GROUP_PAGE = 200;

/**
 * What is in the next ZIP, made as it is taken: first of all a page with what there is besides messages, then chapter by
 * chapter what was said, the internal notes, and what the person wrote in groups. All ZIPs belong into one folder.
 *
 * @returns where the ZIP after it begins; null: this was the last one
 */
export async function* entriesOf(
  deps: Deps,
  claimed: Claimed,
  making: Making,
): AsyncGenerator<Entry, Omit<Place, 'said'> | null> {
  const { place } = claimed;
  const subject = await openSubject(deps, claimed, making.at);
  const sums = createSums(making.at);
  const chapters = chaptersOf(deps.db, subject);
  const first = place === null ? 0 : chapters.findIndex(({ name }) => name >= place.chapter);
  let next: Omit<Place, 'said'> | null = null;
  if (place === null) yield* writeRecord(deps, subject, chapters, sums);
  for (const chapter of first < 0 ? [] : chapters.slice(first)) {
    const written = chapter.name === place?.chapter ? place : NOTHING_WRITTEN;
    const stopped = yield* writeChapter(deps.storage, chapter, written, sums, making.isFull);
    next = stopped && { ...stopped, chapter: chapter.name };
    if (next) break;
  }
  yield sums.entry(`SHA256SUMS${claimed.parts === 0 ? '' : `-${claimed.parts + 1}`}.txt`);
  return next;
}

interface Subject {
  record: Omit<DataRecord, 'contacts' | 'chapters'>;
  contacts: readonly repo.ContactRecord[];
  actor: Actor;
  /** For the pages of messages, by contact. */
  conversations: readonly Conversation[];
}

async function openSubject(deps: Deps, claimed: Claimed, at: Date): Promise<Subject> {
  const { companyId, contactId, number, language, maker } = claimed;
  const backups = await knownBackups(deps);
  // Whoever may ask for it sees all that the company has.
  const actor: Actor = {
    companyId,
    userId: null,
    profile: 'admin',
    super: false,
    allTicket: true,
    queueIds: [],
  };
  return deps.db.readCompany(companyId, async (tx) => {
    const file = await describe(tx, companyId, contactId === null ? { number: number ?? '' } : { contactId });
    const person = { companyId, ids: file.contacts.map(({ id }) => id), numbers: file.numbers };
    const { company, timezone } = await repo.companyOf(tx, companyId);
    const { name, counts, keptOptOut } = file;
    return {
      record: { person, name, company, maker, timezone, language, at, counts, keptOptOut, backups },
      contacts: await repo.listContacts(tx, person),
      actor,
      conversations: await conversationsOf(tx, actor, claimed, person.ids, at),
    };
  });
}

async function conversationsOf(
  tx: Tx,
  actor: Actor,
  { language, maker }: Claimed,
  ids: readonly number[],
  at: Date,
): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  for (const contactId of ids.toSorted((a, b) => a - b))
    conversations.push({
      ...(await findHeading(tx, actor, contactId)),
      maker,
      actor,
      contactId,
      language,
      at,
    });
  return conversations;
}

/** In the order in which they are written, which their names keep from one ZIP to the next. */
type NamedChapter = Chapter & { name: string; title: string };

function chaptersOf(db: Database, { record, actor, conversations }: Subject): NamedChapter[] {
  const { companyId } = record.person;
  const { document: words } = TEXTS[record.language];
  const { document: said } = CONVERSATION[record.language];
  const chapter = (name: string, conversation: Conversation, pageWords: Chapter['words']) => ({
    name,
    conversation,
    words: pageWords,
    title: fill(pageWords.title, { name: displayName(conversation.contact) }),
    withData: true,
    readMailPage: (id: string) => db.readReplica(companyId, (tx) => findMailPage(tx, companyId, id)),
  });
  const numbered = ({ contactId }: Conversation) => String(contactId).padStart(19, '0');
  const talks = conversations.map((conversation) => ({
    ...chapter(`1 ${numbered(conversation)}`, conversation, said),
    folder: `${said.fileName}-${conversation.contactId}/`,
    listAfter: (after: MessageKey | null) =>
      db.readReplica(companyId, (tx) => listSaid(tx, actor, conversation.contactId, after)),
  }));
  const notes = conversations.map((conversation) => ({
    ...chapter(`2 ${numbered(conversation)}`, conversation, words.notesPage),
    folder: `${words.notesPage.fileName}-${conversation.contactId}/`,
    listAfter: (after: MessageKey | null) =>
      db.readReplica(companyId, (tx) => listNotes(tx, actor, conversation.contactId, after)),
  }));
  const { name, company, timezone, language, at, maker } = record;
  const [number = ''] = record.person.numbers;
  const inGroups = {
    contact: { name, number, isGroup: false },
    company,
    timezone,
    language,
    at,
    maker,
    actor,
    contactId: 0,
  };
  const groups = {
    ...chapter('3', inGroups, words.groupsPage),
    folder: `${words.groupsPage.fileName}/`,
    listAfter: createGroupReader(db, actor, record.person),
  };
  return [
    ...talks,
    ...(record.counts.notes > 0 ? notes : []),
    ...(record.counts.groupMessages > 0 ? [groups] : []),
  ];
}

/** The keys are read once: of so many messages no index knows which is the next. */
function createGroupReader(db: Database, actor: Actor, person: repo.Person): Chapter['listAfter'] {
  let keys: { id: string; createdAt: Date }[] | undefined;
  return async (after) => {
    keys ??= await db.readReplica(person.companyId, (tx) =>
      repo.listGroupKeys(tx, person, GROUP_MESSAGES_MOST),
    );
    const from = after === null ? 0 : keys.findIndex((key) => isBehind(key, after));
    const ids = from < 0 ? [] : keys.slice(from, from + GROUP_PAGE).map(({ id }) => id);
    return ids.length === 0 ? [] : db.readReplica(person.companyId, (tx) => findMessages(tx, actor, ids));
  };
}

const isBehind = ({ createdAt, id }: { createdAt: Date; id: string }, after: MessageKey): boolean =>
  createdAt.toISOString() === after.createdAt ? id > after.id : createdAt.toISOString() > after.createdAt;

/** What there is besides messages, with the pictures of the contacts, as a page and as JSON. */
async function* writeRecord(
  { db, storage }: Deps,
  { record, contacts }: Subject,
  chapters: readonly NamedChapter[],
  sums: Sums,
): AsyncGenerator<Entry> {
  const { document: words } = TEXTS[record.language];
  const { at } = record;
  const shown: DataRecord['contacts'][number][] = [];
  for (const [place, contact] of contacts.entries()) {
    const { picture } = contact;
    const name = picture && `${words.pictures}/${archivedName(place + 1, picture)}`;
    const sha256 = picture && name ? yield* bytesOf(storage, picture, { name, lastModified: at }) : null;
    if (name && sha256) sums.add(name, sha256);
    shown.push({ ...contact, pictureName: sha256 === null ? null : name });
  }
  const pages = chapters.map(({ title, folder, words: { fileName } }) => ({
    title,
    page: `${folder}${fileName}.html`,
  }));
  const whole = { ...record, contacts: shown, chapters: pages };
  for (const [ending, input] of [
    ['html', writePage(db, whole)],
    ['json', writeData(db, whole)],
  ] as const) {
    const name = `${words.fileName}.${ending}`;
    const hash = createHash('sha256');
    yield { name, input: hashed(input, hash), lastModified: at };
    sums.add(name, hash.digest('hex'));
  }
}
