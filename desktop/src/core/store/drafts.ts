import { type Draft, type WritingHabits, writingHabits } from '@balcao/shared/features/composer/bridge.ts';
import { joinedDraft } from '@balcao/shared/features/composer/draft-join.ts';
import type { Database } from 'better-sqlite3';
import { asc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Rows } from './rows.ts';
import { drafts, habits } from './schema.ts';

/** A stored draft: its files belong to the media service. */
export interface StoredDraft extends Omit<Draft, 'files'> {
  files: { mediaId: string; caption: string }[];
}

/** An agent's drafts, and their way of writing. The draft of a merged ticket moves to its successor. */
export interface Drafts {
  get(ticketId: number): StoredDraft;
  set(ticketId: number, draft: StoredDraft): void;
  all(): (StoredDraft & { ticketId: number })[];
  habits(): WritingHabits;
  setHabits(habits: WritingHabits): void;
}

/** Updates drafts when tickets disappear. */
export interface DraftsOfFeed {
  /** Moves the draft of a merged ticket to its successor. @returns whether there was one */
  takeOver(gone: number, ticketId: number): boolean;
  /** The ticket cannot be opened any more. @returns what the draft was */
  forget(ticketId: number): StoredDraft;
  /**
   * The same of what was last written before that instant and belongs to what is not here: whoever was away for longer than
   * the server tells what is gone never hears of it. @returns what these drafts were
   */
  forgetOld(before: string): StoredDraft[];
}

export const EMPTY_DRAFT: StoredDraft = {
  body: '',
  note: '',
  mode: 'message',
  quotedMsgId: null,
  mail: null,
  files: [],
};

const DEFAULT_HABITS: WritingHabits = {
  sendKey: 'enter',
  undoSeconds: 0,
  sign: false,
  recentEmoji: [],
  skinTone: 0,
};

/** There is one row of habits. */
const ONE = 1;

export function createDrafts(client: Database, rows: Rows): Drafts & DraftsOfFeed {
  const db = drizzle({ client });
  const { ticketId: _key, writtenAt: _at, ...content } = getTableColumns(drafts);
  const one = db
    .select(content)
    .from(drafts)
    .where(eq(drafts.ticketId, sql.placeholder('ticketId')))
    .prepare();
  const begun = (ticketId: number): StoredDraft | undefined => one.get({ ticketId });
  const remove = (ticketId: number) => void db.delete(drafts).where(eq(drafts.ticketId, ticketId)).run();

  const placeOf = (ticketId: number) =>
    rows.get('ticket', ticketId) ? ticketId : (rows.successor(ticketId) ?? ticketId);

  function keep(ticketId: number, draft: StoredDraft): void {
    const written = { ...draft, writtenAt: new Date().toISOString() };
    if (isEmpty(draft)) remove(ticketId);
    else
      db.insert(drafts)
        .values({ ...written, ticketId })
        .onConflictDoUpdate({ target: drafts.ticketId, set: written })
        .run();
  }

  return {
    get: (ticketId) => begun(placeOf(ticketId)) ?? EMPTY_DRAFT,
    set: (ticketId, draft) => keep(placeOf(ticketId), draft),
    takeOver(gone, ticketId) {
      const mine = begun(gone);
      if (!mine) return false;
      keep(ticketId, joinedDraft(EMPTY_DRAFT, mine, begun(ticketId) ?? EMPTY_DRAFT));
      remove(gone);
      return true;
    },
    forget(ticketId) {
      const mine = begun(ticketId) ?? EMPTY_DRAFT;
      remove(ticketId);
      return mine;
    },
    forgetOld(before) {
      const old = db.select().from(drafts).where(lt(drafts.writtenAt, before)).all();
      const left = old.filter(({ ticketId }) => !rows.get('ticket', placeOf(ticketId)));
      for (const { ticketId } of left) remove(ticketId);
      return left;
    },
    all: () =>
      db
        .select({ ...content, ticketId: drafts.ticketId })
        .from(drafts)
        .orderBy(asc(drafts.ticketId))
        .all(),
    habits: () => readHabits(db.select().from(habits).get()?.habits ?? {}),
    setHabits: (value) =>
      void db
        .insert(habits)
        .values({ id: ONE, habits: value })
        .onConflictDoUpdate({ target: habits.id, set: { habits: value } })
        .run(),
  };
}

/** Which of the two texts was open is not worth a mark in the list. */
const isEmpty = ({ body, note, quotedMsgId, mail, files }: StoredDraft): boolean =>
  body === '' && note === '' && quotedMsgId === null && mail === null && files.length === 0;

/** Another version may have written them: what does not fit falls back by itself. */
function readHabits(stored: Record<string, unknown>): WritingHabits {
  const kept = Object.entries(writingHabits.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(stored[name]);
    return value.success ? [[name, value.data]] : [];
  });
  return { ...DEFAULT_HABITS, ...Object.fromEntries(kept) };
}
