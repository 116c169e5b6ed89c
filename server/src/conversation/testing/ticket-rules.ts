import { randomUUID } from 'node:crypto';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import { readTicketEvent, type TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../../../test/fixtures.ts';
import type { ChannelListener, ChannelSession, InboundContent } from '../../channels/channel.ts';
import { createIngest } from '../ingest.ts';

/** What happens between a customer and the agents: the real API beside the real ingest. */

export let api: TestApi;
let ingest: ChannelListener;
export let company: CompanyFixture;
export let carla: UserFixture;
export let tokens: Record<'admin' | 'ana' | 'bruno' | 'carla', string>;
export type Who = keyof typeof tokens;

export const set = (settings: Record<string, string>) =>
  Promise.all(
    Object.entries(settings).map(
      ([key, value]) => api.database.admin`
        insert into settings (company_id, key, value) values (${company.companyId}, ${key}, ${value})
        on conflict (company_id, key) do update set value = excluded.value`,
    ),
  );
export const receive = (
  text: string,
  more: {
    id?: string;
    at?: Date;
    fromMe?: boolean;
    group?: boolean;
    connectionId?: number;
    /** Instead of the text. */
    content?: InboundContent;
    referral?: MessageReferral;
  } = {},
) =>
  ingest.handle(
    {
      companyId: company.companyId,
      connectionId: more.connectionId ?? company.connectionId,
      groupName: async () => 'Família',
    } as unknown as ChannelSession,
    {
      kind: 'message.received',
      message: {
        chat: more.group
          ? { kind: 'group', identities: [{ kind: 'group', value: '123' }] }
          : { kind: 'direct', identities: [{ kind: 'phone', value: '5511977776666' }] },
        ref: {
          id: more.id ?? randomUUID(),
          fromMe: more.fromMe ?? false,
          participant: more.group ? 'p' : '',
        },
        authorName: 'Maria Souza',
        content: more.content ?? { kind: 'text', text },
        quotedId: null,
        quotedText: '',
        forwarded: false,
        referral: more.referral ?? null,
        at: more.at ?? api.deps.clock(),
      },
    },
  );
export const ring = () =>
  ingest.handle(
    {
      companyId: company.companyId,
      connectionId: company.connectionId,
      rejectCall: async () => {},
    } as unknown as ChannelSession,
    {
      kind: 'call.offered',
      chat: { kind: 'direct', identities: [{ kind: 'phone', value: '5511977776666' }] },
      id: randomUUID(),
      video: false,
      at: api.deps.clock(),
    },
  );
export const tickets = () => api.database.admin<
  { id: number; status: string; userId: number | null; unread: number }[]
>`
  select id::int, status, user_id::int as "userId", unread_messages as unread from tickets
  where company_id = ${company.companyId} order by id`;
export const ticket = async () => {
  const [first] = await tickets();
  if (!first) throw new Error('no ticket');
  return first;
};
export const put = async (who: Who, body: object) =>
  api.call(updateTicket, { params: { ticketId: (await ticket()).id }, body, token: tokens[who] });
/** What the customer will get: the texts of the outbox, in order. */
export const sent = async () =>
  (
    await api.database.admin<{ body: string }[]>`
      select body from messages where company_id = ${company.companyId} and state = 'queued'
      order by created_at, id`
  ).map(({ body }) => body);
export const events = async () => {
  const rows = await api.database.admin<{ body: string }[]>`
    select body from messages where company_id = ${company.companyId} and media_type = 'event'
    order by created_at, id`;
  return rows.map(({ body }) => readTicketEvent(body)) as TicketEvent[];
};
export const kinds = async () => (await events()).map(({ kind }) => kind);
export const cycles = () => api.database.admin`
  select user_id::int as user, started_at is not null as started, finished_at is not null as finished, rate
  from ticket_tracking where company_id = ${company.companyId} order by id`;

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    const { db, secrets, log, clock } = api.deps;
    ingest = createIngest({
      db,
      secrets,
      log,
      clock,
      onMedia: () => {},
      onContact: () => {},
      onTyping: () => {},
    });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    const { admin } = api.database;
    company = await createCompany(admin, `Loja ${randomUUID()}`);
    carla = await createUser(admin, company.companyId, 'Carla', [company.queues.support]);
    const [admins, ana, bruno, third] = await Promise.all(
      [company.admin, company.ana, company.bruno, carla].map((user) => api.signIn(user)),
    );
    tokens = { admin: admins ?? '', ana: ana ?? '', bruno: bruno ?? '', carla: third ?? '' };
    await admin`update connections set status = 'connected', completion_message = 'Até logo, {{firstName}}!'
    where company_id = ${company.companyId}`;
  });
}
