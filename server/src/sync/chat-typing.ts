import { setTimeout as sleep } from 'node:timers/promises';
import { TYPING_MS, type TypingState } from '@balcao/shared/sync/ephemeral.ts';
import type { PresenceFrame } from '@balcao/shared/sync/frames.ts';
import type { Bus } from '../platform/bus.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { createLatest } from '../platform/latest.ts';
import type { ListenerIdentity } from './snapshot.ts';
import type { Watcher } from './ticket-news.ts';
import { createGate } from './wakeup.ts';

export interface ChatTyping {
  /** Which chat the person of this console has open, and whether he writes in it. */
  hear(watcher: Watcher, chat: PresenceFrame['chat']): void;
  leave(watcher: Watcher): void;
  close(): void;
}

interface Open {
  chatId: number;
  state: TypingState;
  /** When that was last told. */
  at: number;
}

const TOPIC = 'chat-typing';
interface Wire {
  companyId: number;
  chatId: number;
  userId: number;
  state: TypingState;
  /** Who may hear of it. */
  memberIds: number[];
}

/** The same state again within this time is not told again. */
const AGAIN_MS = TYPING_MS / 4;
/** People whose writing is told at a time, whatever is more is dropped; and questions to the database. */
const LIMITS = { writers: 500, asking: 2 };
/** The pause between two questions about one person. */
const PAUSE_MS = 100;

/** Who writes in a chat, told to those members who have it open. Each time the database is asked who is one. */
export function createChatTyping({ db, bus }: { db: Database; bus: Bus }): ChatTyping {
  const open = new Map<Watcher, Open>();
  const watchers = new Map<string, Set<Watcher>>();
  const gate = createGate(LIMITS.asking);
  const keyOf = ({ companyId }: { companyId: number }, chatId: number) => `${companyId}/${chatId}`;

  const ask = createLatest<Omit<Wire, 'memberIds'>>(LIMITS.writers, async (writing) => {
    const memberIds = await gate(() => db.readCompany(writing.companyId, (tx) => readMembers(tx, writing)));
    if (memberIds.length > 0) bus.send(TOPIC, { ...writing, memberIds } satisfies Wire);
    await sleep(PAUSE_MS, undefined, { ref: false });
  });
  const tell = ({ companyId, userId }: ListenerIdentity, { chatId, state }: Open) =>
    ask(`${companyId}/${chatId}/${userId}`, { companyId, chatId, userId, state });

  function exit(watcher: Watcher): void {
    const before = open.get(watcher);
    if (!before) return;
    open.delete(watcher);
    const key = keyOf(watcher.identity, before.chatId);
    watchers.get(key)?.delete(watcher);
    if (watchers.get(key)?.size === 0) watchers.delete(key);
    if (before.state !== 'paused') tell(watcher.identity, { ...before, state: 'paused' });
  }

  function enter(watcher: Watcher, chatId: number): Open {
    const key = keyOf(watcher.identity, chatId);
    watchers.set(key, (watchers.get(key) ?? new Set()).add(watcher));
    const entered: Open = { chatId, state: 'paused', at: Number.NEGATIVE_INFINITY };
    open.set(watcher, entered);
    return entered;
  }

  const off = bus.on(TOPIC, (data) => {
    const { companyId, chatId, userId: author, state, memberIds } = data as Wire;
    for (const watcher of watchers.get(keyOf({ companyId }, chatId)) ?? []) {
      const { userId } = watcher.identity;
      if (userId !== author && memberIds.includes(userId))
        watcher.tell({ topic: 'chat-typing', data: { chatId, userId: author, state } });
    }
  });

  return {
    hear(watcher, chat) {
      if (open.get(watcher)?.chatId !== chat?.id) exit(watcher);
      if (chat === null) return;
      const known = open.get(watcher) ?? enter(watcher, chat.id);
      const state = chat.typing ?? 'paused';
      const isAgain = known.state === state && performance.now() - known.at < AGAIN_MS;
      if (isAgain || (state === 'paused' && known.state === 'paused')) return;
      open.set(watcher, { chatId: chat.id, state, at: performance.now() });
      tell(watcher.identity, { ...known, state });
    },
    leave: exit,
    close() {
      off();
      open.clear();
      watchers.clear();
    },
  };
}

/** Members of a chat, for somebody who is one himself; otherwise, and without chats in the plan, nobody. */
async function readMembers(
  tx: Tx,
  { companyId, chatId, userId }: Omit<Wire, 'memberIds'>,
): Promise<number[]> {
  const rows = await tx<{ userId: number }[]>`
    select m.user_id from chat_members own
    join chat_members m on m.company_id = own.company_id and m.chat_id = own.chat_id
    where own.company_id = ${companyId} and own.chat_id = ${chatId} and own.user_id = ${userId}
      and exists (select from companies o join plans p on p.id = o.plan_id
        where o.id = own.company_id and p.use_internal_chat)`;
  return rows.map((row) => row.userId);
}
