import type { Actor } from '@balcao/shared/contract/roles.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { v7 as uuidv7 } from 'uuid';
import * as announcements from '../modules/announcements/announcements.service.ts';
import { saveCampaignSettings } from '../modules/campaign-settings/campaign-settings.service.ts';
import * as fileLists from '../modules/file-lists/file-lists.service.ts';
import * as quickMessages from '../modules/quick-messages/quick-messages.service.ts';
import * as schedules from '../modules/schedules/schedules.service.ts';
import * as tags from '../modules/tags/tags.service.ts';
import { takeCauses } from '../modules/ticket-timeline/causes.service.ts';
import * as ticketViews from '../modules/ticket-views/ticket-views.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import type { NewFile } from '../platform/storage/storage.ts';
import { PEOPLE, type Person } from './accounts.ts';
import { makeAssignment } from './assignment.ts';
import { beganAgo, playAnswers } from './campaign-story.ts';
import { makeCampaigns } from './campaigns.ts';
import { type Customer, NOTED } from './cast.ts';
import {
  ANNOUNCEMENTS,
  CAMPAIGN_VARIABLES,
  FILE_LIST,
  QUICK_REPLIES,
  SCHEDULES,
  TAGS,
  type TagKey,
  TEAM_VIEW,
} from './catalog.ts';
import { writeChats } from './chats.ts';
import { openCompanyAccounts } from './company-accounts.ts';
import { askForData } from './data-exports.ts';
import { makeDeadlines } from './deadlines.ts';
import { enact } from './enact.ts';
import type { Enacted, Shop } from './enacted.ts';
import { writeErasures } from './erasures.ts';
import { FILES, type FileKey } from './files.ts';
import { inviteCarla } from './invited.ts';
import { writeKnowledge } from './knowledge.ts';
import { makeMacros } from './macros.ts';
import { writeMenus } from './menu.ts';
import { noteSteps } from './message-steps.ts';
import { MORNING } from './morning.ts';
import { openInstagram, openOfficialNumber, openTelegram } from './other-channels.ts';
import { openAccount, type PlayedBank } from './payments.ts';
import { publishPrivacy } from './privacy.ts';
import { letProgramsSend } from './programs.ts';
import { addResponders, type Outside } from './responders.ts';
import { makeRetention } from './retention.ts';
import { makeRules } from './rules.ts';
import type { Conversation } from './script.ts';
import { writeSignIns } from './sign-ins.ts';
import { openSiteChat } from './site-chat.ts';
import { type PastDay, playWeeks } from './weeks.ts';

/** Customers give stars, and may comment. */
const RATED = { userRating: 'enabled', ratingScale: 'stars', ratingComment: 'enabled' };

export type Founded = Omit<Shop, 'tags'>;

/** The files of conversations, in the order in which `enact` comes to them, and those of the file list behind them. */
export const filesIn = (conversations: readonly Conversation[]): FileKey[] => [
  ...conversations.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      'content' in line && typeof line.content === 'object' && 'file' in line.content
        ? line.content.file
        : [],
    ),
  ),
  ...FILE_LIST.files.map(({ key }) => key),
];

/** What it needs beside its rows. */
interface Supplies {
  /** The files that `filesIn` names, with their paths. */
  stored: readonly NewFile[];
  paths: readonly string[];
  /** Null: nobody answers for it from outside. */
  outside: Outside | null;
  /** Where companies pay the operator; null: they cannot. */
  bank: PlayedBank | null;
}

export async function writeShop(
  tx: Tx,
  founded: Founded,
  { stored, paths, outside, bank }: Supplies,
): Promise<void> {
  const { companyId } = founded;
  // Nobody follows the company yet: its consoles begin with all rows.
  await tx`select set_config('app.feed_muted', 'on', true)`;
  await tx`insert into settings ${tx(
    Object.entries(RATED).map(([key, value]) => ({ companyId, key, value })),
  )}`;
  await writeMenus(tx, founded);
  await publishPrivacy(tx, founded);
  const shop: Shop = { ...founded, tags: await makeTags(tx, founded) };
  await makeQuickReplies(tx, shop);
  await ticketViews.create(tx, actorOf(shop, 'admin'), TEAM_VIEW);
  const days = await pastDays(tx, shop);
  const began = beganAgo(days);
  const answers = playAnswers(began);
  const conversations = [...inOrder([...playWeeks(days), ...answers]), ...MORNING];
  const contactIds = await writeContacts(tx, shop, conversations);
  const enacted = conversations.map((conversation) => ({
    ...enact(shop, conversation),
    contactId: contactIds.get(conversation.customer.number) ?? 0,
  }));
  const listed = FILE_LIST.files.map(({ key }) => ({
    key,
    mediaId: uuidv7(),
    by: shop.people.admin,
    at: shop.now,
  }));
  const carried = [...enacted.flatMap(({ files }) => files), ...listed];
  await writeMedia(tx, shop, carried, stored, paths);
  await writeTickets(tx, shop, enacted);
  await noteSteps(tx, shop);
  await makeSchedules(tx, shop, contactIds);
  await writeChats(tx, shop);
  await makeRules(tx, actorOf(shop, 'admin'), shop);
  await writeKnowledge(tx, actorOf(shop, 'admin'), listed);
  await makeMacros(tx, actorOf(shop, 'admin'), shop);
  await makeDeadlines(tx, actorOf(shop, 'admin'), shop);
  await makeAssignment(tx, actorOf(shop, 'admin'), shop);
  await makeRetention(tx, actorOf(shop, 'admin'), shop, contactIds.values().next().value);
  await prepareCampaigns(tx, shop, listed);
  await makeCampaigns(tx, actorOf(shop, 'admin'), shop, { began, answers, contactIds });
  await announce(tx, shop, listed);
  await letProgramsSend(tx, shop, shop.now);
  await writeErasures(tx, shop);
  await askForData(tx, actorOf(shop, 'admin'), shop, contactIds);
  await writeSignIns(tx, shop);
  await inviteCarla(tx, shop);
  if (outside) {
    await addResponders(tx, actorOf(shop, 'admin'), shop, outside);
    await openTelegram(tx, actorOf(shop, 'admin'), shop, outside, contactIds);
    await openSiteChat(tx, actorOf(shop, 'admin'), shop, outside);
    if (outside.isReached) {
      await openInstagram(tx, actorOf(shop, 'admin'), shop, outside);
      await openOfficialNumber(tx, actorOf(shop, 'admin'), shop, outside);
      await openCompanyAccounts(tx, actorOf(shop, 'admin'), outside);
    }
  }
  if (bank) await openAccount(tx, actorOf(shop, 'admin'), bank);
  // What rules would do about it they have not done: it is told as it was.
  takeCauses(tx);
}

/** The first one first. */
const inOrder = (conversations: readonly Conversation[]): Conversation[] =>
  conversations.toSorted((a, b) => (b.lines[0]?.ago ?? 0) - (a.lines[0]?.ago ?? 0));

const actorOf = ({ companyId, people, queues }: Founded, person: Person): Actor => ({
  companyId,
  userId: people[person],
  profile: PEOPLE[person].profile,
  super: PEOPLE[person].super,
  allTicket: false,
  queueIds: Object.values(queues),
});

async function makeTags(tx: Tx, founded: Founded): Promise<Record<TagKey, number>> {
  const ids = {} as Record<TagKey, number>;
  for (const key of Object.keys(TAGS) as TagKey[])
    ids[key] = (await tags.create(tx, actorOf(founded, 'admin'), TAGS[key])).id;
  return ids;
}

async function makeQuickReplies(tx: Tx, shop: Shop): Promise<void> {
  for (const { by, queue, ...reply } of QUICK_REPLIES)
    await quickMessages.create(tx, actorOf(shop, by), {
      ...reply,
      queueId: queue ? shop.queues[queue] : null,
    });
}

async function prepareCampaigns(tx: Tx, shop: Shop, listed: readonly { mediaId: string }[]): Promise<void> {
  const admin = actorOf(shop, 'admin');
  const options = FILE_LIST.files.map(({ name }, index) => ({ name, mediaId: listed[index]?.mediaId }));
  await fileLists.create(tx, admin, { name: FILE_LIST.name, message: FILE_LIST.message, options });
  await saveCampaignSettings(tx, admin, { variables: CAMPAIGN_VARIABLES });
}

/** The shop's admin operates the platform. */
async function announce(
  tx: Tx,
  shop: Shop,
  listed: readonly { key: FileKey; mediaId: string }[],
): Promise<void> {
  for (const { file, ...fields } of ANNOUNCEMENTS) {
    const mediaId = listed.find(({ key }) => key === file)?.mediaId;
    await announcements.create(tx, actorOf(shop, 'admin'), { ...fields, mediaId });
  }
}

/** Makes schedules for nine o'clock in the company's time zone. */
async function makeSchedules(tx: Tx, shop: Shop, contactIds: Map<string, number>): Promise<void> {
  for (const { by, customer, inDays, body } of SCHEDULES) {
    const [day] = await tx<{ nine: Date }[]>`
      select ((${shop.now}::timestamptz at time zone ${shop.timezone})::date + ${inDays}::int + time '09:00')
        at time zone ${shop.timezone} as nine`;
    const contactId = contactIds.get(customer.number);
    if (day && contactId)
      await schedules.create(tx, actorOf(shop, by), { contactId, body, sendAt: day.nine.toISOString() });
  }
}

const pastDays = (tx: Tx, { now, timezone }: Shop): Promise<PastDay[]> => tx<PastDay[]>`
  select extract(epoch from ${now}::timestamptz - (day::timestamp at time zone ${timezone}))::float8 / 60 as ago,
    extract(isodow from day)::int as weekday, days_ago
  from generate_series(1, 21) as days_ago
  cross join lateral (select (${now}::timestamptz at time zone ${timezone})::date - days_ago as day) as d`;

/** Makes contacts as the ingest does when they write for the first time. @returns their ids by number */
async function writeContacts(
  tx: Tx,
  { companyId, people, now }: Shop,
  conversations: readonly Conversation[],
): Promise<Map<string, number>> {
  const met = new Map<string, { customer: Customer; at: Date; by: number | null }>();
  for (const { customer, lines } of conversations)
    if (!met.has(customer.number)) {
      const at = new Date(now.getTime() - (lines[0]?.ago ?? 0) * 60_000);
      met.set(customer.number, { customer, at, by: null });
    }
  for (const customer of NOTED) met.set(customer.number, { customer, at: now, by: people.admin });
  const rows = [...met.values()].map(({ customer, at, by }) => ({
    companyId,
    name: customer.name,
    nameEdited: by !== null,
    number: customer.number,
    email: customer.email ?? '',
    notes: customer.notes ?? '',
    extraInfo: customer.extraInfo ?? [],
    addedBy: by === null ? [] : [by],
    createdAt: at,
    updatedAt: at,
    uuid: crypto.randomUUID(),
  }));
  await insertAll(tx, 'contacts', rows);
  const made = await tx<{ id: number; number: string }[]>`
    select id, number from contacts where company_id = ${companyId}`;
  const known = made.map(({ id, number }) => ({
    companyId,
    kind: 'phone',
    value: phoneKey(number),
    contactId: id,
  }));
  await insertAll(tx, 'contact_identities', known);
  return new Map(made.map(({ id, number }) => [number, id]));
}

type Placed = Enacted & { contactId: number };

async function writeMedia(
  tx: Tx,
  { companyId }: Shop,
  carried: readonly Enacted['files'][number][],
  stored: readonly NewFile[],
  paths: readonly string[],
): Promise<void> {
  const rows = stored.map(({ size, sha256, mime, width, height }, index) => {
    const { mediaId, key, by, at } = carried[index] ?? unknownFile();
    const { name, seconds = null, waveform = null } = { seconds: null, waveform: null, ...FILES[key] };
    return {
      companyId,
      id: mediaId,
      state: 'stored',
      mime,
      name,
      size,
      width,
      height,
      seconds,
      voice: waveform !== null,
      waveform,
      sha256: `\\x${sha256.toString('hex')}`,
      path: paths[index],
      uploadedBy: by,
      createdAt: at,
    };
  });
  await insertAll(tx, 'media', rows);
}

function unknownFile(): never {
  throw new Error('there are more files than there is anything that carries them');
}

async function writeTickets(
  tx: Tx,
  { companyId, connectionId }: Shop,
  enacted: readonly Placed[],
): Promise<void> {
  const inCompany = { companyId, connectionId };
  await insertAll(
    tx,
    'tickets',
    enacted.map(({ ticket, contactId }) => ({ ...inCompany, contactId, ...ticket })),
  );
  const made = await tx<{ id: number; uuid: string }[]>`
    select id, uuid from tickets where company_id = ${companyId}`;
  const ids = new Map(made.map(({ id, uuid }) => [uuid, id]));
  const placed = enacted.map((one) => ({ ...one, ticketId: ids.get(one.ticket.uuid) ?? 0 }));
  const firsts = new Map<number, Date>();
  for (const { contactId, cycle } of placed) {
    const first = firsts.get(contactId);
    if (!first || cycle.createdAt < first) firsts.set(contactId, cycle.createdAt);
  }
  await insertAll(
    tx,
    'messages',
    placed.flatMap(({ messages, ticketId, contactId }) =>
      messages.map((message) => ({
        ...inCompany,
        ticketId,
        contactId,
        ...message,
        storedAt: message.createdAt,
      })),
    ),
  );
  await insertAll(
    tx,
    'mentions',
    placed.flatMap(({ messages, ticketId }) =>
      messages.flatMap(({ id, mentions, createdAt }) =>
        mentions.map(({ userId }) => {
          const mention = { id: crypto.randomUUID(), source: 'note', messageId: id, ticketId };
          return { companyId, ...mention, userId, createdAt };
        }),
      ),
    ),
  );
  await insertAll(
    tx,
    'ticket_tracking',
    placed.map(({ cycle, ticketId, contactId }) => ({
      ...inCompany,
      ticketId,
      ...cycle,
      isFirst: firsts.get(contactId) === cycle.createdAt,
    })),
  );
  await addComments(tx, companyId, placed);
  await insertAll(
    tx,
    'ticket_tags',
    placed.flatMap(({ tagIds, ticketId }) => tagIds.map((tagId) => ({ companyId, ticketId, tagId }))),
  );
}

/** Each ticket has one cycle. */
async function addComments(
  tx: Tx,
  companyId: number,
  placed: readonly (Placed & { ticketId: number })[],
): Promise<void> {
  const comments = placed.flatMap(({ commentIds, ticketId }) => commentIds.map((id) => ({ id, ticketId })));
  await tx`
    insert into rating_messages (company_id, tracking_id, message_id)
    select k.company_id, k.id, said.id
    from unnest(${comments.map(({ id }) => id)}::uuid[], ${comments.map(({ ticketId }) => ticketId)}::bigint[])
      as said (id, ticket_id)
    join ticket_tracking k on k.company_id = ${companyId} and k.ticket_id = said.ticket_id`;
}
