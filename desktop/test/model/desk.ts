import { join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { ServerFrame } from '@balcao/shared/sync/frames.ts';
import Sqlite from 'better-sqlite3';
import { v7 as uuidv7 } from 'uuid';
import { createLiveConsole, type LiveConsole } from '../live/console.ts';
import { createNetwork, type Network } from '../live/faulty-line.ts';
import type { Seat } from '../live/live-api.ts';
import type { Observation, Sighting } from './audit.ts';

const NUDGE_MS = 5;

/** One agent's console under test, with everything it ever showed. */
export interface Desk {
  console: LiveConsole;
  network: Network;
  observations: Observation[];
  sightings: Sighting[];
  /** Violations: events that must never happen and did. */
  problems: string[];
  running(): boolean;
  /** The conversation on the screen; null for none. */
  show(ticketId: number | null): void;
  /** Sends a message to the customer, or a note for colleagues. */
  send(ticketId: number, how?: 'message' | 'note'): void;
  /** Discards refused commands. @returns what the server must have. */
  accepted(): { id: string; ticketId: number }[];
  shut(): void;
  open(): void;
  remove(): void;
}

interface Options {
  url: string;
  seat: Seat;
  random(): number;
  /** A word in every text of the other company. */
  foreign: string;
}

export function createDesk({ url, seat, random, foreign }: Options): Desk {
  const network = createNetwork(random);
  const observations: Observation[] = [];
  const problems: string[] = [];
  const sightings: Sighting[] = [];
  /** Tickets that frames reported since the last observation. */
  let told = new Map<number, { from: number; view: number }>();
  /** Own messages that a screen could have shown. */
  const sent = new Map<string, { ticketId: number; shown: boolean }>();
  let running = false;
  let screen: number | null = null;

  const console = createLiveConsole(url, seat, { connect: network.connect, after });
  const cache = new Sqlite(join(console.dir, 'cache.db'), { readonly: true });
  const held = cache.prepare<[], string>('select row from ticket').pluck();
  const heldTicket = cache.prepare<[number], string>('select row from ticket where id = ?').pluck();
  const position = () => {
    const { cursor, viewVersion } = console.store.position();
    return { seq: cursor?.seq ?? 0, view: viewVersion ?? 1 };
  };

  function after(frame: ServerFrame, text: string): void {
    if (!running) return;
    if (text.includes(foreign))
      problems.push(`I4: a frame with a row of the other company: ${text.slice(0, 300)}`);
    if (frame.type === 'error' && frame.code === 'ERR_MUTATION_OUT_OF_ORDER')
      problems.push('I7: a command overtook another');
    const { seq, view } = position();
    for (const id of ticketsIn(frame)) if (!told.has(id)) told.set(id, { from: seq, view });
    if (frame.type !== 'batch' || frame.more || seq !== frame.to) return;
    for (const [ticketId, { from, view: first }] of told)
      sightings.push({ ticketId, from: Math.min(from, frame.from), to: frame.to, views: [first, view] });
    told = new Map();
    observations.push({
      clientId: console.store.outbox.clientId(),
      to: frame.to,
      viewVersion: view,
      acked: frame.mutations.acked,
      tickets: held.all().map((row) => JSON.parse(row) as TicketRow),
    });
  }

  /** The server delivers the messages of this ticket to this console, also when it starts over. */
  function isFollowed(ticketId: number): boolean {
    const row = heldTicket.get(ticketId);
    if (row === undefined) return false;
    const { userId, status } = JSON.parse(row) as TicketRow;
    const isOwn = status === 'open' && userId === seat.userId;
    return ticketId === screen || status === 'pending' || isOwn;
  }

  /** I6, on the screen: what an agent has written stays, from the key press on. */
  function look(all: boolean): void {
    for (const [id, message] of sent) {
      const shown = console.store.messages.byId(id) !== null;
      if (message.shown && !shown && !all && isFollowed(message.ticketId))
        problems.push(`I6: message ${id} of ticket ${message.ticketId} vanished from the screen`);
      message.shown = shown;
    }
  }

  function begin(): void {
    running = true;
    console.sync.on('changed', ({ all }) => look(all));
    console.sync.on('status', ({ phase, reason }) => {
      if (phase === 'stopped') problems.push(`stopped: ${reason}`);
      if (phase === 'backingOff' && network.up)
        setTimeout(() => running && console.sync.retryNow(), NUDGE_MS);
    });
    console.sync.start();
  }
  begin();

  return {
    console,
    network,
    observations,
    sightings,
    problems,
    running: () => running,
    show(ticketId) {
      screen = ticketId;
      console.sync.setInterest(ticketId === null ? [] : [ticketId]);
      // Without an answer the screen shows its local data.
      if (ticketId !== null) console.sync.fetchMessages(ticketId, null, 30).catch(() => {});
    },
    send(ticketId, how = 'message') {
      const id = uuidv7();
      sent.set(id, { ticketId, shown: false });
      const args = { id, ticketId, body: `resposta ${sent.size}` };
      if (how === 'note') console.sync.enqueue('note.add', args);
      else console.sync.enqueue('message.send', { ...args, mediaId: null, quotedMsgId: null });
      look(false);
    },
    accepted() {
      const all = [...sent];
      // The messages may vanish after this.
      sent.clear();
      return all.flatMap(([id, { ticketId }]) => {
        try {
          console.sync.discardMessage(id);
          return [];
        } catch (error) {
          if (error instanceof AppError && error.code === 'ERR_NO_MESSAGE_FOUND') return [{ id, ticketId }];
          throw error;
        }
      });
    },
    shut() {
      if (!running) return;
      running = false;
      screen = null;
      console.shut();
    },
    open() {
      if (running) return;
      console.open();
      look(false);
      begin();
    },
    remove() {
      running = false;
      cache.close();
      console.remove();
    },
  };
}

function ticketsIn(frame: ServerFrame): number[] {
  const sets =
    frame.type === 'batch'
      ? frame.puts
      : frame.type === 'page'
        ? frame.sets
        : frame.type === 'bootstrap.rows'
          ? [frame.set]
          : [];
  return sets.flatMap((set) => {
    if (set.entity === 'ticket') return set.rows.map(({ id }) => id);
    return set.entity === 'message' ? set.rows.map(({ ticketId }) => ticketId) : [];
  });
}
