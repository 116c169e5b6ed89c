import type { ChatMessage } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import { VISITOR_TYPING, type VisitorTyping } from '../../platform/realtime/typing-topics.ts';
import { createChangeHints } from '../../sync/change-hints.ts';
import { presenceOf } from './known-chats.ts';
import type { VisitorLine } from './visitor-line.ts';
import * as messages from './visitor-messages.repo.ts';
import * as repo from './visitors.repo.ts';

/**
 * What is new for the visitors of a company who are here, read once for all of them: the change log says which messages are
 * others, and whose. A hint only wakes the reader; what a lost one would have told is found by the next.
 */
export interface VisitorRooms {
  /** From now on it hears news, once it is welcome. */
  join(line: VisitorLine): void;
  leave(line: VisitorLine): void;
  /** What this line was welcomed with is all up to this place of the log. */
  welcomed(line: VisitorLine, head: number): void;
  /** What is written from now on is heard by those who have just come, too. */
  begin(companyId: number): Promise<void>;
  close(): void;
}

interface Room {
  companyId: number;
  lines: Set<VisitorLine>;
  byName: Map<string, Set<VisitorLine>>;
  /** All that happened up to here was told; null: nobody has listened yet. */
  cursor: number | null;
  reading: Promise<void> | null;
  again: boolean;
  leaveHints(): void;
}

const AT_ONCE = 1_000;
/** Opening hours are looked at so often. */
const HOURS_MS = 60_000;

interface Deps {
  db: Database;
  bus: Bus;
  clock(): Date;
  present(line: VisitorLine, row: messages.VisitorMessage): ChatMessage;
  onError(error: unknown, context: string): void;
}

export const positionOf = (epoch: string, seq: number) => `${epoch}.${seq}`;

export function createVisitorRooms(deps: Deps): VisitorRooms {
  const { db, bus, clock, present, onError } = deps;
  const rooms = new Map<number, Room>();
  const hints = createChangeHints(bus);
  const stopTyping = bus.on(VISITOR_TYPING, (data) => {
    const { companyId, people, state } = data as VisitorTyping;
    const byName = rooms.get(companyId)?.byName;
    const lines = new Set(people.flatMap((name) => [...(byName?.get(name) ?? [])]));
    for (const line of lines) if (line.isWelcome) line.send({ type: 'typing', state });
  });
  const hours = setInterval(() => {
    for (const { lines } of rooms.values()) for (const line of lines) tellHours(line);
  }, HOURS_MS);
  hours.unref();

  function tellHours(line: VisitorLine): void {
    const shop = presenceOf(line.chat, clock());
    if (!line.isWelcome || shop.isOpen === line.isOpen) return;
    line.isOpen = shop.isOpen;
    line.send({ type: 'shop', shop });
  }

  function roomOf(companyId: number): Room {
    const known = rooms.get(companyId);
    if (known) return known;
    const room: Room = {
      companyId,
      lines: new Set(),
      byName: new Map(),
      cursor: null,
      reading: null,
      again: false,
      leaveHints: hints.onHint(companyId, () => wake(room)),
    };
    rooms.set(companyId, room);
    return room;
  }

  function wake(room: Room): void {
    room.again = true;
    room.reading ??= Promise.resolve()
      .then(async () => {
        while (room.again && room.lines.size > 0) {
          room.again = false;
          await read(room);
        }
      })
      .catch((error: unknown) => onError(error, 'news of visitors'))
      .finally(() => {
        room.reading = null;
      });
  }

  async function read(room: Room): Promise<void> {
    const from = room.cursor;
    const lines = [...room.lines];
    // Nobody has a conversation: whoever begins one says from where on it matters.
    if (!lines.some(({ contactId, hasSpoken }) => contactId !== null || hasSpoken)) room.cursor = null;
    else if (from !== null) await tellNews(room, lines, from);
  }

  async function tellNews(room: Room, lines: VisitorLine[], from: number): Promise<void> {
    const { to, epoch, told } = await db.readCompany(room.companyId, (tx) => news(tx, room, lines, from));
    // Somebody was welcomed meanwhile with less.
    if (room.cursor === from) room.cursor = to;
    const position = positionOf(epoch, to);
    for (const [line, rows] of told) {
      if (!line.isWelcome) line.hasMissed = true;
      else line.send({ type: 'messages', messages: rows.map((row) => present(line, row)), position });
      crashAt('visitor.told');
    }
  }

  async function news(tx: Tx, room: Room, lines: VisitorLine[], from: number) {
    const { companyId } = room;
    const { epoch, head } = await repo.moment(tx, companyId);
    const { changes, to } = await repo.changesSince(tx, companyId, from, AT_ONCE);
    if (to !== null) room.again = true;
    const changed = new Map<number, string[]>();
    for (const { messageId, contactIds } of changes)
      for (const id of contactIds) changed.set(id, [...(changed.get(id) ?? []), messageId]);
    const heard = lines.filter(({ contactId }) => contactId !== null && changed.has(contactId));
    const idsOf = ({ contactId }: VisitorLine) => changed.get(contactId ?? 0) ?? [];
    const rows = await rowsOf(tx, companyId, heard.flatMap(idsOf));
    const told = new Map<VisitorLine, messages.VisitorMessage[]>();
    const moved: VisitorLine[] = [];
    for (const line of heard) {
      const own = idsOf(line).flatMap((id) => rows.get(id) ?? []);
      const mine = own.filter(({ contactId }) => contactId === line.contactId);
      const here = mine.filter(({ connectionId }) => connectionId === line.chat.connectionId);
      if (here.length > 0) told.set(line, here);
      // Contacts that are one person now.
      if (mine.length < own.length) moved.push(line);
    }
    const newcomers = lines.filter(({ contactId, hasSpoken }) => contactId === null && hasSpoken);
    await settle(tx, companyId, [...newcomers, ...moved], told);
    return { epoch, told, to: to ?? head };
  }

  async function rowsOf(tx: Tx, companyId: number, ids: readonly string[]) {
    const rows = ids.length === 0 ? [] : await messages.ofIds(tx, companyId, [...new Set(ids)]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Whose contact is new or another one is told its conversation from the beginning. */
  async function settle(
    tx: Tx,
    companyId: number,
    lines: readonly VisitorLine[],
    told: Map<VisitorLine, messages.VisitorMessage[]>,
  ): Promise<void> {
    if (lines.length === 0) return;
    const contacts = await repo.contactsNamed(
      tx,
      companyId,
      lines.flatMap(({ names }) => names),
    );
    for (const line of lines) {
      const contactId = contactOf(contacts, line.names);
      if (contactId === null || contactId === line.contactId) continue;
      line.contactId = contactId;
      told.set(line, await messages.page(tx, line.chat, contactId, null));
    }
  }

  return {
    join(line) {
      const room = roomOf(line.chat.companyId);
      room.lines.add(line);
      for (const name of line.names) room.byName.set(name, (room.byName.get(name) ?? new Set()).add(line));
    },
    leave(line) {
      const room = rooms.get(line.chat.companyId);
      if (!room?.lines.delete(line)) return;
      for (const name of line.names) {
        const own = room.byName.get(name);
        own?.delete(line);
        if (own?.size === 0) room.byName.delete(name);
      }
      if (room.lines.size > 0) return;
      room.leaveHints();
      rooms.delete(room.companyId);
    },
    welcomed(line, head) {
      const room = roomOf(line.chat.companyId);
      line.isWelcome = true;
      if (room.cursor === null) room.cursor = head;
      if (!line.hasMissed) return;
      room.cursor = Math.min(room.cursor, head);
      wake(room);
    },
    async begin(companyId) {
      const room = rooms.get(companyId);
      if (!room || room.cursor !== null) return;
      const { head } = await db.readCompany(companyId, (tx) => repo.moment(tx, companyId));
      room.cursor ??= head;
    },
    close() {
      hints.close();
      stopTyping();
      clearInterval(hours);
    },
  };
}

/** The contact of somebody with these names: whom the page has proven to be there goes before the browser. */
export const contactOf = (contacts: ReadonlyMap<string, number>, names: readonly string[]): number | null =>
  names.map((name) => contacts.get(name)).find((id) => id !== undefined) ?? null;
