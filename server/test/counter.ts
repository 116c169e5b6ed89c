import { randomUUID } from 'node:crypto';
import { readTicketEvent, type TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type {
  ChannelListener,
  ChannelSession,
  InboundContent,
  InboundMessage,
} from '../src/channels/channel.ts';
import { createIngest } from '../src/conversation/ingest.ts';
import type { TestApi } from './api.ts';
import type { CompanyFixture } from './fixtures.ts';

const CUSTOMER = '5511977776666';

interface Wrote {
  content?: InboundContent;
  number?: string;
  /** The messenger's, of a message that comes again. */
  id?: string;
  referral?: InboundMessage['referral'];
}

/** A company's counter without a WhatsApp: customers write to the ingest, and the outbox holds what they hear. */
export interface Counter {
  /** @returns what it was answered at once */
  writes(text: string, wrote?: Wrote): Promise<string[]>;
  /** The same, with what responders answer to it. */
  asks(text: string, wrote?: Wrote): Promise<string[]>;
  /** Everything that was said so far, in order. */
  heard(): Promise<string[]>;
  ticket(): Promise<{
    id: number;
    status: string;
    answerer: string;
    ended: string | null;
    queue: number | null;
    user: number | null;
    waits: boolean;
  }>;
  events(): Promise<TicketEvent[]>;
  notes(): Promise<string[]>;
}

/** The wait for further messages is over. */
const A_MOMENT_MS = 4_000;

export function openCounter(api: TestApi, { companyId, connectionId }: CompanyFixture): Counter {
  const { db, secrets, log, clock } = api.deps;
  const nothing = () => {};
  const ingest: ChannelListener = createIngest({
    db,
    secrets,
    log,
    clock,
    onMedia: nothing,
    onContact: nothing,
    onTyping: nothing,
  });
  const { admin } = api.database;
  const session = { companyId, connectionId } as unknown as ChannelSession;
  const outbox = () => admin<{ id: string; body: string }[]>`
    select id, body from messages where company_id = ${companyId} and state = 'queued' order by created_at, id`;
  const local = (type: 'event' | 'note') => admin<{ body: string }[]>`
    select body from messages where company_id = ${companyId} and media_type = ${type} order by created_at, id`;

  async function newWords(work: () => Promise<unknown>): Promise<string[]> {
    const before = new Set((await outbox()).map(({ id }) => id));
    await work();
    return (await outbox()).filter(({ id }) => !before.has(id)).map(({ body }) => body);
  }

  const receive = (text: string, { content, number = CUSTOMER, id = randomUUID(), referral = null }: Wrote) =>
    ingest.handle(session, {
      kind: 'message.received',
      message: {
        chat: { kind: 'direct', identities: [{ kind: 'phone', value: number }] },
        ref: { id, fromMe: false, participant: '' },
        authorName: 'Maria Souza',
        content: content ?? { kind: 'text', text },
        quotedId: null,
        quotedText: '',
        forwarded: false,
        referral,
        at: clock(),
      },
    });

  return {
    writes: (text, wrote = {}) => newWords(() => receive(text, wrote)),
    asks: (text, wrote = {}) =>
      newWords(async () => {
        await receive(text, wrote);
        api.advance(A_MOMENT_MS);
        await api.app.calls.drain();
      }),
    heard: async () => (await outbox()).map(({ body }) => body),
    async ticket() {
      const [row] = await admin`
        select id::int, status, answerer, bot_ended as ended, queue_id::int as queue, user_id::int as user,
          waiting_since is not null as waits
        from tickets where company_id = ${companyId} order by id desc limit 1`;
      if (!row) throw new Error('no ticket');
      return row as never;
    },
    events: async () =>
      (await local('event')).map(({ body }) => readTicketEvent(body)).filter((event) => event !== null),
    notes: async () => (await local('note')).map(({ body }) => body),
  };
}
