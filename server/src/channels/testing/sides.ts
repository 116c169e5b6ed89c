import { createConnection, getConnection } from '@balcao/shared/features/connections/calls.ts';
import { type ChannelFeatures, featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { getWebChat, saveWebChat } from '@balcao/shared/features/web-chat/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import type { PhoneCompany } from '../../../test/phone-company.ts';
import { HUB_CHANNEL_IDS, HUB_TOKEN } from '../../../test/services/hub.ts';
import { hubPeople } from '../../../test/services/hub-people.ts';
import { type MailPair, startMailPair } from '../../../test/services/mail-pair.ts';
import { mailPeople } from '../../../test/services/mail-people.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { BOT_TOKEN } from '../../../test/services/telegram.ts';
import { telegramPeople } from '../../../test/services/telegram-people.ts';
import { chatVisitors, PAGE } from '../../../test/services/visitors.ts';
import { CLOUD, cloudPeople } from '../../../test/services/whatsapp-cloud-people.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import { freePort } from '../../platform/free-port.ts';
import type { SessionProcess } from '../../sessions.ts';

export let world: LocalWorld;
export let services: StandIns;
export let api: TestApi;
export let company: PhoneCompany;
export let admin: string;
/** The connections to other messengers, once they are linked. */
export const linked = { botId: 0, cloudId: 0, hubId: 0, mailId: 0, webId: 0 };
/** Real mail servers, where the tests want them. */
let mails: MailPair | null = null;
/** The mailbox that is linked. */
const MAILBOX = 'contato@loja.test';
/** What pages name the chat by. */
let chatKey = '';
let sessions: SessionProcess | undefined;

export const sql = () => world.database.admin;

/** The sessions are in this process, unless a test lets another one hold them. */
export const hold = async () => {
  sessions ??= await world.startSessions();
};
export const letGo = async () => {
  await sessions?.stop();
  sessions = undefined;
};

/** A customer on a messenger. Ids are the messenger's. */
interface Customer {
  /** @param more.agoS told so many seconds late, where messengers tell the time */
  says(text: string, more?: { quote?: string; id?: string; agoS?: number }): Promise<string>;
  sendsPicture(picture?: Buffer): Promise<string>;
  edits(id: string, text: string): Promise<void>;
  reacts(id: string, emoji: string): Promise<void>;
  /** Texts of ours that the customer has, as they read now. */
  has(): Promise<string[]>;
  /** Pictures of ours. */
  pictures(): Promise<number>;
}

/** A messenger with a connection to it. */
export interface Side {
  connectionId(): number;
  customer(name: string): Promise<Customer & { who: string }>;
  /** Condition on contacts that finds one of its customers. */
  identity: string;
  emoji: string;
  can: ChannelFeatures;
  /** Its customers' messages may carry the time at which they were said. */
  tellsTime: boolean;
}

let people = 41_000_000;
export const telegram: Side = {
  connectionId: () => linked.botId,
  identity: 'telegram',
  emoji: '🔥',
  can: featuresOf({ kind: 'telegram', channel: 'telegram' }),
  tellsTime: true,
  customer: async (name) => telegramPeople(services.url).customer(++people, name),
};

export const hub: Side = {
  connectionId: () => linked.hubId,
  identity: 'instagram',
  emoji: '',
  can: featuresOf({ kind: 'hub', channel: 'instagram' }),
  tellsTime: false,
  customer: async (name) => hubPeople(services.url).customer(String(++people), name),
};

export const mail: Side = {
  connectionId: () => linked.mailId,
  identity: 'email',
  emoji: '',
  can: featuresOf({ kind: 'mail', channel: 'mail' }),
  // What counts is when the mailbox got it.
  tellsTime: false,
  async customer(name) {
    if (!mails) throw new Error('no mail servers run');
    return mailPeople(mails, MAILBOX).customer(`cliente@${++people}.test`, name);
  },
};

export const web: Side = {
  connectionId: () => linked.webId,
  identity: 'web',
  // Visitors neither edit nor react.
  emoji: '',
  can: { ...featuresOf({ kind: 'web', channel: 'web' }), edit: false },
  tellsTime: false,
  customer: (name) =>
    chatVisitors(() => ({ server: world.config.publicUrl ?? '', key: chatKey })).customer(name),
};

export interface Row {
  id: string;
  body: string;
  state: string;
  wa_id: string | null;
  error_code: string | null;
  is_edited: boolean;
  reactions: { emoji: string }[];
  quoted_id: string | null;
  media_state: string | null;
}

/** The customer's ticket, once there is one, and what stands in it. */
export async function conversation(side: Side, who: string) {
  const [ticket] = await eventually(
    () => sql()<{ id: number; contactId: number; status: string }[]>`
      select t.id::int, t.contact_id::int as "contactId", t.status from contact_identities i
      join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
      where i.kind = ${side.identity} and i.value like ${`%${who.slice(-8)}`} and t.connection_id = ${side.connectionId()}`,
    ({ length }) => length === 1,
  );
  if (!ticket) throw new Error('unreachable');
  const rows = () => sql()<Row[]>`
    select m.id, m.body, m.state, m.wa_id, m.error_code, m.is_edited, m.reactions, m.quoted_id, f.state as media_state
    from messages m left join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.ticket_id = ${ticket.id} and m.state <> 'local' order by m.created_at, m.id`;
  const queue = async (body: string, more: object = {}) => {
    const id = uuidv7();
    await sql()`insert into messages ${sql()({
      company_id: company.companyId,
      id,
      ticket_id: ticket.id,
      contact_id: ticket.contactId,
      connection_id: side.connectionId(),
      from_me: true,
      body,
      state: 'queued',
      read: true,
      created_at: new Date(),
      ...more,
    })}`;
    return id;
  };
  const change = (of: string, kind: string, body: string) => sql()`
    insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, body, before, created_at)
    values (${company.companyId}, ${side.connectionId()}, ${ticket.contactId}, ${of}, ${kind}, ${body}, '', now())`;
  const row = async (id: string) => (await rows()).find((one) => one.id === id);
  const settled = (id: string) =>
    eventually(
      () => row(id),
      (one) => one?.state === 'sent' || one?.state === 'failed',
    );
  return { ...ticket, rows, row, queue, change, settled };
}

/** Links a bot, a number on the Cloud API and a channel of the hub, without asking whether that is done well. */
export async function linkAll(): Promise<void> {
  await hold();
  await company.link();
  const link = async (body: object) => {
    const made = await api.call(createConnection, { body, token: admin });
    if (made.webhook?.verifyToken)
      await cloudPeople(services.url).enter(made.webhook.address ?? '', made.webhook.verifyToken);
    await eventually(
      () => api.call(getConnection, { params: { whatsappId: made.id }, token: admin }),
      ({ status }) => status === 'connected',
    );
    return made.id;
  };
  linked.botId = await link({ kind: 'telegram', name: 'Robô', credentials: { botToken: BOT_TOKEN } });
  linked.cloudId = await link({ kind: 'whatsapp_cloud', name: 'Oficial', credentials: CLOUD });
  const { instagram: channelId } = HUB_CHANNEL_IDS;
  const channel = { hubToken: HUB_TOKEN, channelId, channel: 'instagram' };
  linked.hubId = await link({ kind: 'hub', name: 'Instagram', credentials: channel });
  if (mails)
    linked.mailId = await link({ kind: 'mail', name: 'E-mail', credentials: mails.credentialsOf(MAILBOX) });
  linked.webId = await link({ kind: 'web', name: 'Site' });
  const chat = { params: { whatsappId: linked.webId }, token: admin };
  const { key, script: _script, userSecret: _secret, ...settings } = await api.call(getWebChat, chat);
  await api.call(saveWebChat, { ...chat, body: { ...settings, origins: [PAGE] } });
  chatKey = key;
}

/**
 * Opens what these tests share, before the first of a file, and closes it after the last.
 *
 * @param wants.mail with real mail servers
 */
export function prepare(wants: { mail?: boolean } = {}): void {
  beforeAll(async () => {
    services = await startStandIns();
    mails = wants.mail ? await startMailPair() : null;
    // The hub calls us.
    const port = await freePort();
    const env = {
      OUTGOING_ALLOW: [new URL(services.url).host, ...(mails?.addresses ?? [])].join(','),
      OUTGOING_STAND_IN: services.url,
      BALCAO_MEDIA_LIMIT_MB: '1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    world = await startWorld({ database: createTestDatabase(), env });
    api = await startApi({ beside: world, env });
    await api.app.listen({ host: '127.0.0.1', port });
    company = await world.addCompany();
    admin = await api.signIn(company.admin);
  });
  afterAll(async () => {
    // The next file of this process begins with these names as they are left here.
    await letGo();
    await api.stop();
    await world.stop();
    await services.close();
    await mails?.stop();
  });
}
