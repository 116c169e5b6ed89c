import { AppError } from '@balcao/shared/errors.ts';
import type { Mutation, MutationName } from '@balcao/shared/sync/commands.ts';
import { type Changes, commandsChanged } from '../store/changes.ts';
import type { StoredDraft } from '../store/drafts.ts';
import type { TableAccess, Tables } from '../store/tables.ts';
import type { OutboxEntry } from './entries.ts';
import type { OutgoingFile } from './outbox.ts';
import { createdId } from './seen-command-ids.ts';

/** The outbox before the eyes of the person whose commands it holds. Each write is one transaction. */
export interface Commands {
  /** Refused ones first, then in the order of the queue. */
  list(limit: number): OutboxEntry[];
  /** Commands that wait for a person: refused, or not understood. */
  failed(): number;
  /** @throws AppError ERR_NO_COMMAND_FOUND unless it is a refused command */
  retry(position: number, at: string): void;
  /**
   * Another command in the place of a refused one. @throws as `retry`
   * @returns what was taken out; null: this command was given before
   */
  rewrite(position: number, command: Rewritten): OutboxEntry | null;
  /** @returns what was taken out @throws AppError ERR_NO_COMMAND_FOUND, ERR_COMMAND_SENT */
  remove(position: number): OutboxEntry;
  /** The same, into the draft of its ticket. @throws also ERR_VALIDATION for a command without words */
  takeBack(position: number, draftWith: (entry: OutboxEntry, draft: StoredDraft) => StoredDraft): OutboxEntry;
  /** A scheduled message that never left this computer. @returns the removed command; null: the server may have it */
  takeOutSchedule(id: string): OutboxEntry | null;
  /** Everything that was refused. @returns what was taken out */
  clear(): OutboxEntry[];
}

interface Rewritten {
  name: MutationName;
  args: Mutation['args'];
  at: string;
  file: OutgoingFile | null;
}

export function createCommands({ read, write }: TableAccess): Commands {
  function found({ entries }: Tables, position: number): OutboxEntry {
    const entry = entries.byPosition(position);
    if (!entry) throw new AppError('ERR_NO_COMMAND_FOUND');
    return entry;
  }

  function refused(tables: Tables, position: number): OutboxEntry {
    const entry = found(tables, position);
    if (entry.state === 'queued') throw new AppError('ERR_NO_COMMAND_FOUND');
    return entry;
  }

  function changed({ overlay, queue }: Tables, changes: Changes, entries: readonly OutboxEntry[]): void {
    overlay.rebuild(queue.projected());
    commandsChanged(
      changes,
      entries.flatMap(({ ticketId }) => ticketId ?? []),
    );
  }

  function takeOut(tables: Tables, position: number): OutboxEntry {
    const entry = found(tables, position);
    // It may have been done: to take it out would hide that, and leave a hole in the numbers.
    if (entry.isSent) throw new AppError('ERR_COMMAND_SENT');
    tables.entries.remove(entry);
    return entry;
  }

  return {
    list: (limit) => read(({ entries }) => entries.all(limit)),
    failed: () => read(({ entries }) => entries.failed()),
    retry: (position, at) =>
      write((tables, changes) => {
        const entry = refused(tables, position);
        if (!entry.command) throw new AppError('ERR_VALIDATION');
        tables.entries.retry(position, at);
        changed(tables, changes, [entry]);
      }),
    rewrite: (position, command) =>
      write((tables, changes) => {
        const made = createdId(command);
        if (made !== null && !tables.given.claim(made)) return null;
        const entry = refused(tables, position);
        tables.entries.remove(entry);
        tables.queue.add(command);
        changed(tables, changes, [entry]);
        return entry;
      }),
    remove: (position) =>
      write((tables, changes) => {
        const entry = takeOut(tables, position);
        changed(tables, changes, [entry]);
        return entry;
      }),
    takeBack: (position, draftWith) =>
      write((tables, changes) => {
        const entry = takeOut(tables, position);
        if (entry.ticketId === null || !goesBack(entry)) throw new AppError('ERR_VALIDATION');
        tables.drafts.set(entry.ticketId, draftWith(entry, tables.drafts.get(entry.ticketId)));
        changes.entities.add('draft');
        changed(tables, changes, [entry]);
        return entry;
      }),
    takeOutSchedule: (id) =>
      write((tables, changes) => {
        const entry = tables.entries.newSchedule(id);
        if (!entry) return null;
        tables.entries.remove(entry);
        changed(tables, changes, [entry]);
        return entry;
      }),
    clear: () =>
      write((tables, changes) => {
        const refused = tables.entries.all(MOST).filter(({ state }) => state !== 'queued');
        for (const entry of refused) tables.entries.remove(entry);
        changed(tables, changes, refused);
        return refused;
      }),
  };
}

/** More refusals than an agent ever has at once; the rest is cleared by the next click. */
const MOST = 10_000;

/** Waiting changes of these are edited in place: a draft would send their text a second time. */
const CHANGES: ReadonlySet<string> = new Set<MutationName>(['message.edit', 'schedule.update']);

/** It has words or a file that can go back to where messages are written. */
export const goesBack = ({ text, file, state, command }: OutboxEntry): boolean =>
  (text !== '' || file !== null) && !(state === 'queued' && CHANGES.has(command?.name ?? ''));
