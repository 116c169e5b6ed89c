import { mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import { pino } from 'pino';
import { createCore } from '../../../desktop/src/core/core.ts';
import { createBrowserHost } from '../../../desktop/src/hosts/browser/host.ts';

/**
 * A console with an agent in front of it, as a program: `node agent.ts '<json>'`. Accepts conversations that wait, and
 * writes the messages that its parent orders.
 */
export interface AgentOptions {
  dir: string;
  serverUrl: string;
  email: string;
  password: string;
  /** The agent's index among its colleagues: each accepts their share of the waiting tickets. */
  nth: number;
  of: number;
}

/** The parent's messages. Without a number the agent answers in any of its own conversations. */
export type ToAgent =
  | { kind: 'write'; order: number; number: string | null; text: string; file?: string }
  | { kind: 'close' };

export type FromAgent =
  | { kind: 'ready' }
  /** `number` is null when there was no such conversation: nothing was written. */
  | { kind: 'written'; order: number; number: string | null }
  | { kind: 'status'; phase: string; queued: number }
  /** A tick that visibly went back. */
  | { kind: 'regressed'; text: string; from: number; to: number };

const RETRY_MS = 300;
const LOOK_MS = 100;
/** A colleague's share that is not accepted. */
const WAITED_MS = 3_000;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '{}') as AgentOptions);

type Core = Awaited<ReturnType<typeof createCore>>;
type Tell = (message: FromAgent) => void;

async function main(options: AgentOptions): Promise<void> {
  const { dir, serverUrl } = options;
  mkdirSync(dir, { recursive: true });
  process.once('disconnect', () => process.exit());
  const log = pino({ level: process.env.LOG ?? 'silent' }, pino.destination(2));
  const tell: Tell = (message) => void process.send?.(message);
  const core = await createCore({ host: createBrowserHost(dir), serverUrl, version: 'test', log });
  const agent = createAgent(core, options, tell, () => lookSoon());

  let last: Promise<unknown> = agent.signIn();
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'agent'));
  };
  let looking = false;
  const lookSoon = () => {
    if (looking) return;
    looking = true;
    setTimeout(() => {
      looking = false;
      inTurn(agent.look);
    }, LOOK_MS);
  };
  process.on('message', (message: ToAgent) =>
    inTurn(message.kind === 'close' ? agent.close : () => agent.write(message)),
  );
  core.on('db.changed', lookSoon);
  core.on('sync.status', lookSoon);
  core.on('session.changed', () => inTurn(agent.signIn));
  lookSoon();
  tell({ kind: 'ready' });
  flushCompileCache();
}

/** What the agent does, one thing after the other. @param lookSoon there will be something to see again */
function createAgent({ handlers }: Core, me: AgentOptions, tell: Tell, lookSoon: () => void) {
  const acks = new Map<string, number>();

  async function signIn(): Promise<void> {
    const account = { email: me.email, password: me.password };
    while (!(await handlers['session.get'](null)).user) {
      await Promise.resolve(handlers['session.login'](account)).catch(() => sleep(RETRY_MS));
    }
  }

  async function listOpen() {
    const { filter } = ticketListView.parse({});
    const every = {
      search: '',
      filter,
      sort: 'newest',
      order: null,
      snoozed: false,
      chatbot: false,
    } as const;
    const page = { ...every, limit: 100, reach: 0 } as const;
    const { user } = await handlers['session.get'](null);
    const { tickets } = await handlers['tickets.list']({ status: 'open', ...page });
    const { tickets: waiting } = await handlers['tickets.list']({ status: 'pending', ...page });
    return { mine: tickets.filter(({ userId }) => userId === user?.id), waiting };
  }

  /** Tells when a tick goes back that was on the screen. */
  async function watchTicks(ticketId: number): Promise<void> {
    const { messages } = await handlers['messages.list']({
      ticketId,
      before: null,
      from: null,
      limit: 20,
    });
    for (const { id: messageId, ack, body } of messages) {
      const before = acks.get(messageId) ?? 0;
      // Refused after all: it is shown as failed, and may be sent again.
      const failed = before === ACK.pending && ack === ACK.error;
      if (ack < before && !failed) tell({ kind: 'regressed', text: body, from: before, to: ack });
      acks.set(messageId, failed ? ack : Math.max(ack, before));
    }
  }

  async function look(): Promise<void> {
    const { mine, waiting } = await listOpen();
    for (const { id, createdAt } of waiting) {
      const isMine = id % me.of === me.nth || Date.now() - Date.parse(createdAt) > WAITED_MS;
      if (isMine) await handlers['tickets.accept']({ ticketId: id });
      else setTimeout(lookSoon, WAITED_MS);
    }
    for (const { id } of mine) await watchTicks(id);
    const { phase, queued } = await handlers['sync.status'](null);
    tell({ kind: 'status', phase, queued });
    // A colleague who does not wait.
    if (phase === 'backingOff') setTimeout(() => void handlers['sync.retry'](null), RETRY_MS);
  }

  async function write({ order, number, text, file }: ToAgent & { kind: 'write' }): Promise<void> {
    const { mine } = await listOpen();
    const ticket =
      number === null ? mine[order % mine.length] : mine.find((t) => t.contact.number === number);
    if (ticket) {
      const media = file ? await handlers['media.add']({ name: 'foto.png', bytes: file }) : null;
      const mediaId = media?.mediaId ?? null;
      await handlers['messages.send']({ ticketId: ticket.id, body: text, mediaId, quotedMsgId: null });
    }
    tell({ kind: 'written', order, number: ticket?.contact.number ?? null });
  }

  async function close(): Promise<void> {
    const [oldest] = (await listOpen()).mine.toReversed();
    if (oldest) await handlers['tickets.close']({ ticketId: oldest.id });
  }

  return { signIn, look, write, close };
}
