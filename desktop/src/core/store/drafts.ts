import type { Draft, WritingHabits } from '@balcao/shared/bridge/composer.ts';
import { writingHabits } from '@balcao/shared/bridge/composer.ts';
import { joinedDraft } from '@balcao/shared/domain/draft-join.ts';
import type { Database } from 'better-sqlite3';
import type { Rows } from './rows.ts';

/** A draft as it is kept: what its files are is the media's business. */
export interface StoredDraft extends Omit<Draft, 'files'> {
  files: { mediaId: string; caption: string }[];
}

/** What a person is writing, and how they like to write. What is written in a ticket that went on in another stands there. */
export interface Drafts {
  draft(ticketId: number): StoredDraft;
  setDraft(ticketId: number, draft: StoredDraft): void;
  drafts(): (StoredDraft & { ticketId: number })[];
  habits(): WritingHabits;
  setHabits(habits: WritingHabits): void;
}

/** What becomes of drafts when tickets go. */
export interface DraftsOfFeed {
  /** What was begun in a ticket that is gone stands in the one that goes on. @returns whether there was anything */
  takeOver(gone: number, ticketId: number): boolean;
  /** Nobody can open it any more. @returns what it was */
  forget(ticketId: number): StoredDraft;
}

export const EMPTY_DRAFT: StoredDraft = { body: '', note: '', mode: 'message', quotedMsgId: null, files: [] };

const DEFAULT_HABITS: WritingHabits = {
  sendKey: 'enter',
  undoSeconds: 0,
  sign: false,
  recentEmoji: [],
  skinTone: 0,
};

interface DraftRow {
  ticketId: number;
  body: string;
  note: string;
  mode: Draft['mode'];
  quotedMsgId: string | null;
  files: string;
}

export function createDrafts(db: Database, rows: Rows): Drafts & DraftsOfFeed {
  const columns = 'ticket_id as ticketId, body, note, mode, quoted_id as quotedMsgId, files';
  const one = db.prepare<[number], DraftRow>(`select ${columns} from draft where ticket_id = ?`);
  const all = db.prepare<[], DraftRow>(`select ${columns} from draft order by ticket_id`);
  const remove = db.prepare<[number]>('delete from draft where ticket_id = ?');
  const write = db.prepare(
    `insert or replace into draft (ticket_id, body, note, mode, quoted_id, files)
     values (@ticketId, @body, @note, @mode, @quotedMsgId, @files)`,
  );
  const habits = db.prepare<[], string>('select habits from habits').pluck();
  const writeHabits = db.prepare<[string]>('insert or replace into habits (id, habits) values (1, ?)');

  const placeOf = (ticketId: number) =>
    rows.get('ticket', ticketId) ? ticketId : (rows.successor(ticketId) ?? ticketId);

  function keep(ticketId: number, draft: StoredDraft): void {
    if (isEmpty(draft)) remove.run(ticketId);
    else write.run({ ...draft, ticketId, files: JSON.stringify(draft.files) });
  }

  return {
    draft: (ticketId) => draftOf(one.get(placeOf(ticketId))),
    setDraft: (ticketId, draft) => keep(placeOf(ticketId), draft),
    takeOver(gone, ticketId) {
      const begun = one.get(gone);
      if (!begun) return false;
      keep(ticketId, joinedDraft(EMPTY_DRAFT, draftOf(begun), draftOf(one.get(ticketId))));
      remove.run(gone);
      return true;
    },
    forget(ticketId) {
      const begun = draftOf(one.get(ticketId));
      remove.run(ticketId);
      return begun;
    },
    drafts: () => all.all().map((row) => ({ ...draftOf(row), ticketId: row.ticketId })),
    habits: () => readHabits(habits.get()),
    setHabits: (value) => void writeHabits.run(JSON.stringify(value)),
  };
}

function draftOf(row: DraftRow | undefined): StoredDraft {
  if (!row) return EMPTY_DRAFT;
  const { body, note, mode, quotedMsgId, files } = row;
  return { body, note, mode, quotedMsgId, files: JSON.parse(files) as StoredDraft['files'] };
}

/** Which of the two texts was open is not worth a mark in the list. */
const isEmpty = ({ body, note, quotedMsgId, files }: StoredDraft): boolean =>
  body === '' && note === '' && quotedMsgId === null && files.length === 0;

/** Another version may have written them: what does not fit falls back by itself. */
function readHabits(json: string | undefined): WritingHabits {
  const stored = JSON.parse(json ?? '{}') as Record<string, unknown>;
  const kept = Object.entries(writingHabits.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(stored[name]);
    return value.success ? [[name, value.data]] : [];
  });
  return { ...DEFAULT_HABITS, ...Object.fromEntries(kept) };
}
