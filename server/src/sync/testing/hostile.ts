import type { Socket } from 'node:net';
import { SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { WebSocket } from 'ws';
import { type Session, startApi } from '../../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../../test/fixtures.ts';
import type { TestConsole } from './console.ts';
import { addChat, addMessage, addTicket, type TicketFixture } from './data.ts';
import { openSyncApi, type SyncApi } from './sync-api.ts';

type Chat = Awaited<ReturnType<typeof addChat>>;

export let server: SyncApi;
export let company: CompanyFixture;
export let other: CompanyFixture;
export let ana: Session;
export let own: TicketFixture;
/** Belongs to the other company, with everything that has an id. */
export let foreign: TicketFixture & {
  uuid: string;
  messageId: string;
  mediaId: string;
  tagId: number;
  macroId: number;
};
/** A chat of Ana's, and one of the other company. */
export let chats: { own: Chat; foreign: Chat };
/** Another company's console: whatever happens beside it must not concern it. */
export let witness: TestConsole;

export const hello = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: 'hello',
    protocol: PROTOCOL,
    clientId: crypto.randomUUID(),
    schema: 1,
    appVersion: 'test',
    cursor: null,
    viewVersion: null,
    token: ana.token,
    ...fields,
  });

/** How long the other company's console waits for what has just been committed, in ms. */
export async function arrivalTime(): Promise<number> {
  const news = witness.next('batch', (batch) => batch.puts.some(({ entity }) => entity === 'message'));
  await addMessage(server.db, other, foreign, 'CANARY');
  const at = performance.now();
  await news;
  return performance.now() - at;
}

const STILL_THERE = -42;

export type Word = string | Uint8Array;
interface Outcome {
  /** Codes of the errors and farewells that were heard. */
  heard: string[];
  /** How the line was closed; null when it was not, and goes on answering. */
  code: number | null;
}

/** Says all this, then asks whether anybody is still there. */
export function say(words: Word[]): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const ws = new WebSocket(`${server.url}${SYNC_PATH}`);
  const heard: string[] = [];
  let answered = false;
  ws.on('message', (data) => {
    const text = String(data);
    expect(text).not.toContain('CANARY');
    const frame = JSON.parse(text) as { type: string; code?: string; t?: number };
    if (frame.type === 'error' || frame.type === 'bye') heard.push(`${frame.code}`);
    if (frame.type !== 'pong' || frame.t !== STILL_THERE) return;
    answered = true;
    ws.close();
  });
  ws.on('error', () => {});
  ws.on('open', () => {
    // In one packet, as far as it goes: then it is there before the first word is answered.
    const { _socket: line } = ws as unknown as { _socket: Socket };
    line.cork();
    for (const word of words) ws.send(word, { binary: typeof word !== 'string' });
    process.nextTick(() => line.uncork());
    ws.send(`{"type":"ping","t":${STILL_THERE}}`);
  });
  ws.on('close', (code) => resolve({ heard, code: answered ? null : code }));
  return promise;
}

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    server = await openSyncApi(await startApi());
    company = await server.company('Padaria');
    other = await server.company('Concorrente');
    await givePlan(server.admin, company.companyId);
    ana = await server.openSession(company.ana);
    own = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Maria',
      status: 'open',
      userId: company.ana.id,
      messages: ['oi'],
    });
    const theirs = await addTicket(server.db, other, {
      queueId: other.queues.support,
      name: 'CANARY',
      status: 'open',
      userId: other.ana.id,
      messages: ['CANARY'],
    });
    const messageId = await addMessage(server.db, other, theirs, 'CANARY again');
    const [row] = await server.admin`select uuid from tickets where id = ${theirs.id}`;
    const [media] = await server.admin`
    insert into media (company_id, id, mime, size, state, path)
    values (${other.companyId}, gen_random_uuid(), 'image/png', 3, 'stored', 'x') returning id`;
    const [tag] = await server.admin`
    insert into tags (company_id, name, color) values (${other.companyId}, 'CANARY', '#112233') returning id`;
    const [macro] = await server.admin`
    insert into macros (company_id, name, team, effects)
    values (${other.companyId}, 'CANARY', true, ${server.admin.json([{ kind: 'note', text: 'CANARY' }])}) returning id`;
    const ids = {
      uuid: String(row?.uuid),
      messageId,
      mediaId: String(media?.id),
      tagId: Number(tag?.id),
      macroId: Number(macro?.id),
    };
    foreign = { ...theirs, ...ids };
    chats = {
      own: await addChat(server.db, company, [company.ana.id]),
      foreign: await addChat(server.db, other, [other.ana.id], 'CANARY'),
    };
    witness = server.console(await server.openSession(other.ana));
    await witness.live();
  });
  afterAll(() => server.stop());
}
