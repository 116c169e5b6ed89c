import { setTimeout as sleep } from 'node:timers/promises';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { ChannelEvent, ChannelSession } from '../channels/channel.ts';

/** Between two changes of the ticks in one chat: a group's come in dozens, and each change is an entry of the feed. */
const PAUSE_MS = 250;

/** The highest tick of each message and when it was reached, by the provider's id. */
export type Ticks = ReadonlyMap<string, { ack: number; at: Date }>;

type StatusChange = Extract<ChannelEvent, { kind: 'message.status_changed' }>;

/** Those of messages whose chat nobody names are gathered together. */
const NO_CHAT = [{ kind: '', value: '' }] as const;

interface Gathered {
  ticks: Map<string, { ack: number; at: Date }>;
  stored: Promise<void>;
}

/**
 * Sent, delivered and read come within a moment, and each change of a row goes to every console. The first tick of a
 * chat is stored at once; what comes within the pause behind it is stored together, the highest of each message. Every
 * caller waits until its own is stored, so a crash in between loses nothing: it is told again.
 *
 * @param store calls `take` when it is about to write; what comes later is gathered for the next time
 */
export function createTickGatherer(
  store: (session: ChannelSession, change: StatusChange, take: () => Ticks) => Promise<void>,
): (session: ChannelSession, change: StatusChange) => Promise<void> {
  const gathering = new Map<string, Gathered>();
  const pauses = new Map<string, Promise<void>>();

  function rest(key: string): void {
    const pause = sleep(PAUSE_MS).then(() => {
      if (pauses.get(key) === pause) pauses.delete(key);
    });
    pauses.set(key, pause);
  }

  function begin(key: string, session: ChannelSession, change: StatusChange): Gathered {
    const ticks: Gathered['ticks'] = new Map();
    const take = () => {
      gathering.delete(key);
      rest(key);
      return ticks;
    };
    const stored = Promise.resolve(pauses.get(key)).then(() => store(session, change, take));
    const gathered = { ticks, stored };
    gathering.set(key, gathered);
    return gathered;
  }

  return (session, change) => {
    const { chat, ids, status, at, participant } = change;
    const [{ kind, value }] = chat?.identities ?? NO_CHAT;
    const key = `${session.connectionId}/${kind}:${value}/${participant}`;
    const { ticks, stored } = gathering.get(key) ?? begin(key, session, change);
    const ack = ACK[status === 'sent' ? 'server' : status];
    for (const id of ids) if (ack > (ticks.get(id)?.ack ?? 0)) ticks.set(id, { ack, at });
    return stored;
  };
}
