import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAT_PROTOCOL, chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import type { ServerFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import { WebSocket } from 'ws';
import { createChatKeys } from '../../src/modules/web-chat/chat-keys.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { openConsole, openWriter, type Writer } from '../light-console.ts';
import { percentiles } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { type Program, startProgram } from '../program.ts';

const PAGE = 'https://loja.example.com';
/** Visitors who come at the same time. */
const LANES = 20;
/** So many have been there before any is weighed. */
const WARMING = 100;
const SETTLE_MS = 4_000;
const HELLO = {
  type: 'hello',
  protocol: CHAT_PROTOCOL,
  user: null,
  position: null,
  page: { url: `${PAGE}/`, title: 'Loja', referrer: '', campaign: {} },
  language: 'pt-BR',
  utcOffset: -180,
};
/** What one idle visitor may cost beside the socket, in megabytes. */
const EACH_MB = 12 / 1024;

/** Visitors of a page: what an idle one costs, and how long a message takes to one whose chat is open. */
export const visitors: Benchmark = {
  name: 'visitors',
  async run(context) {
    const { quick, postgres, dir } = context;
    const count = quick ? 200 : 1_000;
    const database = await postgres.createDatabase();
    const company = await createCompany(database.admin, 'Loja');
    // Each visitor has an address of its own, as the proxy in front says.
    const api = await startApi(context, database, undefined, { TRUST_PROXY: '127.0.0.1' });
    const chat = await openChat(database, company, dir);
    const bare = await startProgram<{ url: string }>('server/bench/raw-broadcast.ts');
    const sockets = await weigh(bare, count, (n) => open(bare.ready.url, n));
    const idle = await weigh(api, count, (n) => visit(api, chat, n).then(({ socket }) => socket));
    const writer = await openWriter(database.url);
    const paths = await tell(context, { database, company, api, chat, writer });
    await writer.close();
    await bare.stop();
    await api.stop();
    await database.drop();
    return [
      {
        name: `${count} idle visitors`,
        value: idle,
        unit: 'MB',
        floor: { what: 'their sockets alone', value: sockets },
        target: { atMost: sockets + count * EACH_MB },
      },
      {
        name: 'a message to an open chat, p50',
        value: paths.visitor.p50,
        unit: 'ms',
        floor: { what: 'to a console', value: paths.console.p50 },
        target: { ratioAtMost: 1.2 },
      },
      {
        name: 'a message to an open chat, p95',
        value: paths.visitor.p95,
        unit: 'ms',
        floor: { what: 'to a console', value: paths.console.p95 },
      },
    ] satisfies Figure[];
  },
};

interface Chat {
  key: string;
  connectionId: number;
}

async function openChat({ admin }: BenchDatabase, { companyId }: CompanyFixture, dir: string): Promise<Chat> {
  const words = { title: '', subtitle: '', greeting: '', closed: '', formTitle: '', consent: '' };
  const appearance = {
    colour: '#1f6f54',
    place: 'right',
    logoUrl: null,
    language: 'pt',
    words: { pt: words, en: words, es: words },
    form: { name: 'off', email: 'off', phone: 'off', consent: false },
    hidesWhenClosed: false,
  };
  const [made] = await admin<{ id: number }[]>`
    insert into connections (company_id, name, kind, channel, status, desired)
    values (${companyId}, 'Site', 'web', 'web', 'connected', 'running') returning id::int`;
  const connectionId = made?.id ?? 0;
  await admin`
    insert into web_chats (company_id, connection_id, appearance, origins, follows_pages)
    values (${companyId}, ${connectionId}, ${admin.json(appearance)}, ${[PAGE]}, false)`;
  const keys = createChatKeys(createSecrets({ keyFile: join(dir, 'secret.key') }));
  return { key: keys.of({ companyId, connectionId }), connectionId };
}

async function open(url: string, n: number): Promise<WebSocket> {
  const from = `10.${Math.floor(n / 250) + 1}.${(n % 250) + 1}.1`;
  const socket = new WebSocket(url, { headers: { origin: PAGE, 'x-forwarded-for': from } });
  await once(socket, 'open');
  return socket;
}

/** Somebody who opens the chat. @param known the token by which they were there before */
async function visit({ url }: Pick<Api, 'url'>, { key }: Chat, n: number, known: string | null = null) {
  const socket = await open(`${url.replace('http', 'ws')}${chatPaths(key).line}`, n);
  const refused = once(socket, 'close').then(([code]) => {
    throw new Error(`the chat has closed: ${code}`);
  });
  const welcome = Promise.race([once(socket, 'message'), refused]);
  // It closes at the end, too.
  refused.catch(() => {});
  socket.send(JSON.stringify({ ...HELLO, token: known }));
  const frame = JSON.parse(String((await welcome)[0])) as ServerFrame;
  if (frame.type !== 'welcome') throw new Error(`no welcome: ${frame.type}`);
  return { socket, token: frame.token };
}

/** What so many lines cost a program that has had some before, in megabytes. */
async function weigh(
  program: Pick<Program<unknown>, 'memory'>,
  count: number,
  line: (n: number) => Promise<WebSocket>,
): Promise<number> {
  for (const socket of await come(WARMING, (n) => line(count + n))) socket.terminate();
  await sleep(SETTLE_MS);
  const before = await program.memory();
  const sockets = await come(count, line);
  await sleep(SETTLE_MS);
  const cost = (await program.memory()) - before;
  for (const socket of sockets) socket.terminate();
  return cost;
}

async function come(count: number, line: (n: number) => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < count; n = next++) sockets.push(await line(n));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return sockets;
}

interface Answering {
  database: BenchDatabase;
  company: CompanyFixture;
  api: Api;
  chat: Chat;
  writer: Writer;
}

/** One message after the other, told to a visitor and to a console that shows the conversation. */
async function tell({ quick }: Context, { database, company, api, chat, writer }: Answering) {
  const { companyId } = company;
  const { id: ticketId, contactId } = await createTicket(database.admin, company);
  const { socket, token } = await visit(api, chat, 5_000);
  const [visitorId] = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as [string];
  socket.terminate();
  const name = `${chat.connectionId}/visitor/${visitorId}`;
  await database.admin`insert into contact_identities (company_id, kind, value, contact_id)
    values (${companyId}, 'web', ${name}, ${contactId})`;
  await database.admin`update tickets set connection_id = ${chat.connectionId} where id = ${ticketId}`;
  const { socket: line } = await visit(api, chat, 5_001, token);
  const console = await openConsole(api.url, await api.signIn({ companyId, userId: company.admin.id }));
  const times = { visitor: [] as number[], console: [] as number[] };
  const rounds = quick ? 20 : 200;
  for (let round = 0; round < rounds + 10; round += 1) {
    const heard = [once(line, 'message').then(() => performance.now()), console.nextChange()];
    await writer.commit({ companyId, ticketId });
    const committed = performance.now();
    const [visitor = 0, desk = 0] = await Promise.all(heard);
    console.confirm();
    // The first ones warm it up.
    if (round < 10) continue;
    times.visitor.push(Math.max(0, visitor - committed));
    times.console.push(Math.max(0, desk - committed));
  }
  line.terminate();
  console.socket.terminate();
  return { visitor: percentiles(times.visitor), console: percentiles(times.console) };
}
