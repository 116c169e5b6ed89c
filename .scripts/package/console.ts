import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxClient } from '../../server/sandbox/client.ts';
import { until } from './newcomer.ts';

/**
 * A console with its agent, and a customer who answers: both write all the time. It is a program of its own, as whoever
 * starts it stands still while apt works.
 */
export interface ConsoleOptions {
  /** Where `core.ts` and `host.ts` of its version are. */
  core: string;
  host: string;
  /** Where it keeps its data. */
  dir: string;
  server: string;
  /** Where the simulated WhatsApp is told what its phones do. */
  control: string;
  account: { email: string; password: string };
  /** The numbers of the company and of the customer, and their conversation, which waits for an agent. */
  phone: string;
  customer: string;
  ticketId: number;
}

/** What was said, and where it is in the end. */
interface Said {
  asked: string[];
  answered: string[];
  /** On the screen of the console. */
  shown: { asked: string[]; answered: string[] };
  /** On the phone of the customer. */
  received: string[];
  /** How often the console was without the server, and for how long at most. */
  cuts: number;
  longestMs: number;
}

export interface OpenConsole {
  /** Both fall silent; resolves when all that they said has arrived. */
  close(): Promise<Said>;
}

const PAUSE_MS = 1_000;
const OWN_KINDS = ['note', 'event'];
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '{}') as ConsoleOptions);

/** Resolves when the agent has taken the conversation. */
export async function openConsole(options: ConsoleOptions): Promise<OpenConsole> {
  const child = fork(import.meta.filename, [JSON.stringify(options)]);
  const ended = once(child, 'exit');
  await heard(child);
  return {
    async close() {
      const answer = heard<Said>(child);
      child.send('close');
      const said = await answer;
      await ended;
      return said;
    },
  };
}

function heard<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', () => reject(new Error('The console has ended.')));
  });
}

async function main(options: ConsoleOptions): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  const { createCore } = (await import(options.core)) as typeof import('../../desktop/src/core/core.ts');
  const { createBrowserHost } = (await import(
    options.host
  )) as typeof import('../../desktop/src/hosts/browser/host.ts');
  const host = createBrowserHost(options.dir);
  const core = await createCore({ host, serverUrl: options.server, version: 'test', log: SILENT });
  const status = async () => core.handlers['sync.status'](null);
  const away = watchCuts(core);
  await core.handlers['session.login'](options.account);
  await until(status, ({ phase }) => phase === 'live');
  await core.handlers['tickets.accept']({ ticketId: options.ticketId });

  let isOver = false;
  const closed = new Promise<void>((resolve) => process.once('message', () => resolve()));
  void closed.then(() => {
    isOver = true;
  });
  process.send?.('open');
  const said = await talk(core, options, () => isOver);
  await until(status, ({ phase, queued }) => phase === 'live' && queued === 0);
  const places = await until(
    () => look(core, options),
    ({ shown, received }) =>
      shown.asked.length >= said.asked.length && received.length >= said.answered.length,
  );
  process.send?.({ ...said, ...places, ...away() } satisfies Said, () => process.exit(0));
}

type Core = Awaited<ReturnType<typeof import('../../desktop/src/core/core.ts').createCore>>;

function watchCuts(core: Core): () => Pick<Said, 'cuts' | 'longestMs'> {
  let cuts = 0;
  let longestMs = 0;
  /** Since when there is no line; null: there is one, or there was none yet. */
  let since: number | null = null;
  let wasLive = false;
  core.on('sync.status', ({ phase }) => {
    if (phase === 'live') {
      if (since !== null) longestMs = Math.max(longestMs, performance.now() - since);
      [since, wasLive] = [null, true];
    } else if (wasLive && since === null) {
      since = performance.now();
      cuts += 1;
    }
  });
  return () => ({ cuts, longestMs });
}

async function talk(
  { handlers }: Core,
  { control, phone, customer, ticketId }: ConsoleOptions,
  isOver: () => boolean,
): Promise<Pick<Said, 'asked' | 'answered'>> {
  const sandbox = createSandboxClient(control);
  const [asked, answered]: [string[], string[]] = [[], []];
  for (let turn = 1; !isOver(); turn += 1) {
    const [question, answer] = [`Pergunta ${turn}`, `Resposta ${turn}`];
    await sandbox.send({ kind: 'text', from: customer, to: phone, text: question });
    asked.push(question);
    await handlers['messages.send']({ ticketId, body: answer, mediaId: null, quotedMsgId: null });
    answered.push(answer);
    await sleep(PAUSE_MS);
  }
  return { asked, answered };
}

/** After the customer's first words, by which the conversation began. */
async function look(
  { handlers }: Core,
  { control, phone, customer, ticketId }: ConsoleOptions,
): Promise<Pick<Said, 'shown' | 'received'>> {
  const query = { ticketId, before: null, from: null, limit: 500 };
  const rows = (await handlers['messages.list'](query)).messages;
  const words = rows.filter(({ mediaType }) => !OWN_KINDS.includes(mediaType));
  const [, ...asked] = words.filter(({ fromMe }) => !fromMe).map(({ body }) => body);
  const answered = words.filter(({ fromMe }) => fromMe).map(({ body }) => body);
  const ledger = await createSandboxClient(control).ledger({ number: customer });
  const received = ledger
    .filter(({ from, server }) => from === phone && server === 'accepted')
    .toSorted((one, other) => one.order - other.order)
    .map(({ text }) => text ?? '');
  return { shown: { asked, answered }, received };
}
