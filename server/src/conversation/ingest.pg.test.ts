import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { type CompanyFixture, createCompany } from '../../test/fixtures.ts';
import type {
  ChannelListener,
  ChannelSession,
  ChatAddress,
  Identity,
  InboundContent,
} from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createIngest } from './ingest.ts';

const log = pino({ level: 'silent' });

describe('the ingest', () => {
  let database: TestDatabase;
  let db: Database;
  let company: CompanyFixture;
  let ingest: ChannelListener;
  let session: ChannelSession;
  /** How far the server's clock is ahead of ours. */
  let later: number;
  /** Statements of the last transaction, the company's own setting included. */
  let statements: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    const keyFile = join(await mkdtemp(join(tmpdir(), 'balcao-ingest-')), 'secret.key');
    db = openDatabase({ url: database.url, name: 'test', poolSize: 8, onCommit: () => {} });
    ingest = createIngest({
      db: counting(db, (count) => {
        statements = count;
      }),
      secrets: createSecrets({ keyFile }),
      log,
      clock: () => new Date(Date.now() + later),
      onMedia: () => {},
      onContact: () => {},
      onTyping: () => {},
    });
  });
  afterAll(async () => {
    await db.close();
    await database.close();
  });
  beforeEach(async () => {
    later = 0;
    company = await createCompany(database.admin, `Loja ${randomUUID()}`);
    // Only what the ingest asks of a session.
    session = {
      companyId: company.companyId,
      connectionId: company.connectionId,
      capabilities: { clientMessageIds: true },
      groupName: async () => 'Grupo',
      rejectCall: async () => {},
      readVote: () => null,
    } as unknown as ChannelSession;
  });

  const lid = (value: string): Identity => ({ kind: 'lid', value });
  const phone = (value: string): Identity => ({ kind: 'phone', value });
  const direct = (...identities: [Identity, ...Identity[]]): ChatAddress => ({ kind: 'direct', identities });
  const receive = (
    chat: ChatAddress,
    content: InboundContent | string,
    more: { id?: string; fromMe?: boolean; at?: Date; authorName?: string } = {},
  ) =>
    ingest.handle(session, {
      kind: 'message.received',
      message: {
        chat,
        ref: { id: more.id ?? randomUUID(), fromMe: more.fromMe ?? false, participant: '' },
        authorName: more.authorName ?? 'Maria',
        content: typeof content === 'string' ? { kind: 'text', text: content } : content,
        quotedId: null,
        quotedText: '',
        forwarded: false,
        referral: null,
        at: more.at ?? new Date(),
      },
    });
  const status = (chat: ChatAddress, ids: string[], to: 'sent' | 'delivered' | 'read') =>
    ingest.handle(session, {
      kind: 'message.status_changed',
      chat,
      ids,
      status: to,
      at: new Date(),
      participant: '',
    });
  const rows = (table: string, columns = '*') =>
    database.admin.unsafe(
      `select ${columns} from ${table} where company_id = $1
        ${table === 'messages' ? "and state <> 'local'" : ''} order by 1`,
      [company.companyId],
    );
  const close = (minutesAgo: number) => database.admin`
    update tickets set status = 'closed', closed_at = now() - ${minutesAgo} * interval '1 minute', unread_messages = 0
    where company_id = ${company.companyId}`;

  const IMAGE: InboundContent = {
    kind: 'image',
    text: '',
    mime: 'image/png',
    fileName: '',
    size: 10,
    sha256: null,
    width: 1,
    height: 1,
    seconds: null,
    voice: false,
    waveform: null,
    source: new Uint8Array(8),
  };

  it('needs at most seven statements for a message, whatever it starts, one of which asks what a bot would say', async () => {
    const maria = direct(lid('111'), phone('5511988880000'));
    await receive(maria, IMAGE);
    expect(statements).toBeLessThanOrEqual(7);
    await receive(maria, 'conhecida');
    expect(statements).toBe(4);
    await close(5);
    await receive(maria, 'reaberta', { authorName: 'Maria Souza' });
    expect(statements).toBeLessThanOrEqual(7);
    await receive(maria, 'repetida', { id: 'X' });
    await receive(maria, 'repetida', { id: 'X' });
    expect(statements).toBe(2);
    expect(await rows('messages', 'body')).toHaveLength(4);
  });

  it('needs at most four statements more for a message that the bot answers', async () => {
    const { companyId, connectionId, queues } = company;
    const maria = direct(phone('5511988880000'));
    await receive(maria, 'Oi');
    await receive(maria, 'alguém?');
    const forPeople = statements;
    await close(5);
    await database.admin`insert into connection_queues (company_id, connection_id, queue_id)
      values (${companyId}, ${connectionId}, ${queues.sales}) on conflict do nothing`;
    const joao = direct(phone('5511977770000'));
    await receive(joao, 'Oi');
    const [{ answerer } = { answerer: '' }] = await database.admin<{ answerer: string }[]>`
      select answerer from tickets where company_id = ${companyId} order by id desc limit 1`;
    expect(answerer).toBe('queueMenu');
    await receive(joao, '1');
    expect(statements - forPeople).toBeLessThanOrEqual(4);
    expect(await rows('messages', 'origin')).toContainEqual({ origin: 'bot' });
  });

  it('makes one contact and one ticket of many messages at once, on two connections too', async () => {
    const maria = direct(phone('5511988880000'));
    await Promise.all(Array.from({ length: 20 }, (_, index) => receive(maria, `${index}`)));
    expect(await rows('tickets', 'id, unread_messages')).toMatchObject([{ unread_messages: 20 }]);
    const bodies = await database.admin`
      select body from messages where company_id = ${company.companyId} and state <> 'local' order by created_at, id`;
    expect(bodies.map(({ body }) => Number(body))).toEqual(Array.from({ length: 20 }, (_, index) => index));

    const [other] = await database.admin`insert into connections (company_id, name)
      values (${company.companyId}, 'Segunda') returning id`;
    const second = { ...session, connectionId: Number(other?.id) } as ChannelSession;
    const joao = direct(phone('5511977770000'));
    const message = {
      chat: joao,
      ref: { id: 'A', fromMe: false, participant: '' },
      authorName: 'João',
      content: { kind: 'text', text: 'oi' },
      quotedId: null,
      quotedText: '',
      forwarded: false,
      referral: null,
      at: new Date(),
    } as const;
    await Promise.all(
      [session, second].map((each) => ingest.handle(each, { kind: 'message.received', message })),
    );
    expect(await rows('contacts', 'id')).toHaveLength(2);
    expect(await rows('tickets', 'id')).toHaveLength(3);
  });

  it('knows a Brazilian mobile with and without its ninth digit as one contact', async () => {
    await receive(direct(phone('551188880000')), 'sem o nono');
    await receive(direct(phone('5511988880000')), 'com o nono');
    expect(await rows('contacts', 'number')).toEqual([{ number: '551188880000' }]);
    expect(await rows('tickets', 'id')).toHaveLength(1);
  });

  it('merges two contacts that prove to be one, tickets and messages included', async () => {
    await receive(direct(lid('222')), 'pelo LID', { id: 'L' });
    await receive(direct(phone('5511966660000')), 'pelo número', { id: 'P' });
    await receive(direct(phone('5511966660000')), 'pelos dois', { id: 'L' });
    expect(await rows('contacts', 'id')).toHaveLength(2);
    await ingest.handle(session, {
      kind: 'contact.identity_linked',
      chat: direct(lid('222'), phone('5511966660000')),
    });
    expect(await rows('contacts', 'number')).toEqual([{ number: '5511966660000' }]);
    expect(await rows('contact_identities', 'kind')).toEqual([{ kind: 'lid' }, { kind: 'phone' }]);
    expect(await rows('tickets', 'status, unread_messages')).toEqual([
      { status: 'pending', unread_messages: 2 },
    ]);
    expect(await rows('messages', 'body')).toEqual([{ body: 'pelo LID' }, { body: 'pelo número' }]);
    await receive(direct(lid('222'), phone('5511966660000')), 'depois');
    expect(await rows('tickets', 'id')).toHaveLength(1);
  });

  it('never shows a LID as a number, and keeps a name that a person has typed', async () => {
    await receive(direct(lid('333')), 'oi', { authorName: '' });
    expect(await rows('contacts', 'name, number')).toEqual([{ name: '', number: '' }]);
    await receive(direct(lid('333')), 'oi', { authorName: 'Push' });
    expect(await rows('contacts', 'name')).toEqual([{ name: 'Push' }]);
    await database.admin`update contacts set name = 'Dona Maria', name_edited = true
      where company_id = ${company.companyId}`;
    await receive(direct(lid('333'), phone('5511955550000')), 'oi', { authorName: 'Outro push' });
    expect(await rows('contacts', 'name, number')).toEqual([{ name: 'Dona Maria', number: '5511955550000' }]);
  });

  it('reopens a ticket closed a moment ago as pending, and begins a new one after the company’s time', async () => {
    const maria = direct(phone('5511944440000'));
    await receive(maria, 'primeira');
    await database.admin`update tickets set status = 'open', user_id = ${company.ana.id}
      where company_id = ${company.companyId}`;
    await database.admin`update ticket_tracking set finished_at = now() where company_id = ${company.companyId}`;
    await close(119);
    await receive(maria, 'ainda');
    expect(await rows('tickets', 'status, user_id, unread_messages')).toEqual([
      { status: 'pending', user_id: null, unread_messages: 1 },
    ]);
    expect(await rows('ticket_tracking', 'id')).toHaveLength(2);
    await close(121);
    await receive(maria, 'outra vez');
    expect(await rows('tickets', 'id')).toHaveLength(2);
    await database.admin`insert into settings (company_id, key, value)
      values (${company.companyId}, 'timeCreateNewTicket', '0')`;
    await close(0);
    await receive(maria, 'nunca reabre');
    expect(await rows('tickets', 'id')).toHaveLength(3);
  });

  it('reopens the ticket that was closed last, which need not be the one made last', async () => {
    const maria = direct(phone('5511944441111'));
    await receive(maria, 'velha');
    await close(300);
    await receive(maria, 'nova');
    await close(200);
    // An agent took the old one up again, and has just finished it.
    const [old] = await rows('tickets', 'id');
    await database.admin`update tickets set closed_at = now() - interval '1 minute' where id = ${old?.id}`;
    await receive(maria, 'obrigada');
    expect(await rows('tickets', 'id, status')).toMatchObject([{ status: 'pending' }, { status: 'closed' }]);
  });

  it('moves ticks only forward, and keeps one that comes before its message', async () => {
    const maria = direct(phone('5511933330000'));
    const acks = () => rows('messages', 'wa_id, ack');
    await status(maria, ['E'], 'delivered');
    await receive(maria, 'do celular', { id: 'E', fromMe: true });
    expect(await acks()).toEqual([{ wa_id: 'E', ack: 3 }]);
    expect(await rows('early_acks')).toEqual([]);
    await status(maria, ['E'], 'read');
    await status(maria, ['E'], 'delivered');
    expect(await acks()).toEqual([{ wa_id: 'E', ack: 4 }]);
  });

  it('changes a message once at most in 250 ms, whatever its ticks, and says so when they are stored', async () => {
    const maria = direct(lid('666'), phone('5511933332222'));
    await receive(maria, 'do celular', { id: 'T', fromMe: true });
    await receive(maria, 'outra', { id: 'U', fromMe: true });
    const changes = () => database.admin`select at from change_log
      where company_id = ${company.companyId} and entity = 'message' order by seq, row_id`;
    const before = (await changes()).length;
    await status(maria, ['T'], 'delivered');
    expect(await changes()).toHaveLength(before + 1);
    const rest = [
      status(maria, ['T', 'U'], 'read'),
      status(maria, ['U'], 'delivered'),
      status(maria, ['U'], 'sent'),
    ];
    expect(await rows('messages', 'wa_id, ack')).toMatchObject([{ ack: 3 }, { ack: 2 }]);
    await Promise.all(rest);
    expect(await rows('messages', 'wa_id, ack')).toEqual([
      { wa_id: 'T', ack: 4 },
      { wa_id: 'U', ack: 4 },
    ]);
    const [first, ...later] = (await changes()).slice(before);
    expect(later).toHaveLength(2);
    for (const { at } of later) expect(at - first?.at).toBeGreaterThanOrEqual(240);
  });

  it('never moves a tick back, in whatever order its updates get to the row', async () => {
    const maria = direct(phone('5511933331111'));
    await receive(maria, 'do celular', { id: 'R', fromMe: true });
    const locked = async () =>
      (
        await database.admin`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).count;
    const waiting = (count: number) => eventually(locked, (waiters) => waiters === count);
    let both: Promise<unknown> = Promise.resolve();
    await database.admin.begin(async (tx) => {
      await tx`select from messages where wa_id = 'R' and company_id = ${company.companyId} for update`;
      // One receipt names the customer by number, the other by LID.
      const read = status(maria, ['R'], 'read');
      await waiting(1);
      both = Promise.all([read, status(direct(lid('5551')), ['R'], 'delivered')]);
      await waiting(2);
    });
    await both;
    expect(await rows('messages', 'wa_id, ack')).toEqual([{ wa_id: 'R', ack: 4 }]);
  });

  it('keeps the order in which a customer wrote, also when the second message came late or the clock went back', async () => {
    const maria = direct(phone('5511922221111'));
    // The provider counts whole seconds, so both have the same time.
    const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 1_000);
    await receive(maria, 'primeira', { at });
    later = 60_000;
    await receive(maria, 'segunda', { at });
    await receive(maria, 'terceira', { at: new Date(Date.now() + later) });
    later = 0;
    await receive(maria, 'quarta');
    const bodies = await database.admin`
      select body from messages where company_id = ${company.companyId} and state <> 'local' order by created_at, id`;
    expect(bodies.map(({ body }) => body)).toEqual(['primeira', 'segunda', 'terceira', 'quarta']);
    expect(await rows('tickets', 'last_message')).toEqual([{ last_message: 'quarta' }]);
  });

  it('gives up on what the database refuses for ever, keeps its place and goes on', async () => {
    await database.admin.unsafe(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on messages for each row
        when (new.body = 'veneno') execute function refuse()`);
    const maria = direct(phone('5511911110000'));
    await receive(maria, 'veneno');
    await receive(maria, 'depois');
    expect(await rows('messages', 'body, media_type')).toEqual([
      { body: '', media_type: 'unsupported' },
      { body: 'depois', media_type: 'chat' },
    ]);
  });

  it('gives late messages the provider’s time and live ones the moment of their arrival', async () => {
    const maria = direct(phone('5511922220000'));
    const yesterday = new Date('2026-01-02T03:04:05Z');
    await receive(maria, 'agora', { at: new Date(Math.floor(Date.now() / 1000) * 1000 - 2_000) });
    await receive(maria, 'ontem', { at: yesterday });
    const [late, live] = await rows('messages', 'created_at, body');
    expect(late).toEqual({ created_at: yesterday, body: 'ontem' });
    expect(Date.now() - live?.created_at.getTime()).toBeLessThan(1_500);
    expect(await rows('tickets', 'last_message')).toEqual([{ last_message: 'agora' }]);
  });
});

/** The same database; tells how many statements each transaction sent, a savepoint's own two left out. */
function counting(db: Database, told: (count: number) => void): Database {
  return {
    ...db,
    withCompany: (companyId, work) =>
      db.withCompany(companyId, async (tx) => {
        // The one that sets the company.
        let count = 1;
        const counted = (of: Tx): Tx =>
          new Proxy(of, {
            apply(target, self, args: unknown[]) {
              const query = Reflect.apply(target, self, args) as object;
              return new Proxy(query, {
                get(of, name) {
                  if (name === 'then') count += 1;
                  const value: unknown = Reflect.get(of, name, of);
                  return typeof value === 'function' ? value.bind(of) : value;
                },
              });
            },
            get(target, name) {
              const value: unknown = Reflect.get(target, name, target);
              if (name !== 'savepoint') return value;
              return (inner: (tx: Tx) => Promise<unknown>) =>
                target.savepoint((tx) => inner(counted(tx as Tx)));
            },
          });
        const result = await work(counted(tx));
        told(count);
        return result;
      }),
  };
}
