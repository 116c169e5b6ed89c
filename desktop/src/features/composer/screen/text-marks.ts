/** WhatsApp's marks, and the keys that set them (with Ctrl or ⌘). */
export const MARKS = [
  { name: 'bold', mark: '*', key: 'b', shift: false },
  { name: 'italic', mark: '_', key: 'i', shift: false },
  { name: 'strike', mark: '~', key: 'x', shift: true },
  { name: 'code', mark: '```', key: 'e', shift: false },
] as const;
export type MarkName = (typeof MARKS)[number]['name'];

/** A change of a text: what replaces the selection, and what is selected then (positions in the new text). */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  selectFrom: number;
  selectTo: number;
}

/**
 * Sets a mark around the selection, or takes it away again. The marks must touch their words and, code aside, end in
 * the line in which they begin; so spaces stay outside and each line gets its own.
 */
export function toggleMark(text: string, from: number, to: number, mark: string): Edit {
  const inner = text.slice(from, to);
  const outside = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark;
  if (outside)
    return {
      from: from - mark.length,
      to: to + mark.length,
      insert: inner,
      selectFrom: from - mark.length,
      selectTo: to - mark.length,
    };
  if (isMarked(inner, mark)) {
    const bare = inner.slice(mark.length, -mark.length);
    return { from, to, insert: bare, selectFrom: from, selectTo: from + bare.length };
  }
  const insert = mark === '```' ? mark + inner + mark : inner.split('\n').map(markLine(mark)).join('\n');
  if (inner === '')
    return { from, to, insert: mark + mark, selectFrom: from + mark.length, selectTo: from + mark.length };
  const tight = insert.startsWith(mark) && insert.endsWith(mark) && !inner.includes('\n');
  return {
    from,
    to,
    insert,
    selectFrom: tight ? from + mark.length : from,
    selectTo: from + insert.length - (tight ? mark.length : 0),
  };
}

const isMarked = (text: string, mark: string) =>
  text.length > 2 * mark.length && text.startsWith(mark) && text.endsWith(mark);

const markLine = (mark: string) => (line: string) =>
  line.replace(/^(\s*)(.*?)(\s*)$/, (whole, before, words, after) =>
    words === '' ? whole : before + mark + words + mark + after,
  );

/** Puts an edit into the field the way typing does, so that Ctrl+Z takes it back. */
export function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  // Deprecated, and the only way that keeps the field's own history of changes.
  if (edit.insert === '') document.execCommand('delete');
  else document.execCommand('insertText', false, edit.insert);
  field.setSelectionRange(edit.selectFrom, edit.selectTo);
}

/** Replaces part of the text, and moves the caret behind it. */
export function insertAt(field: HTMLTextAreaElement, from: number, to: number, insert: string): void {
  const end = from + insert.length;
  applyEdit(field, { from, to, insert, selectFrom: end, selectTo: end });
}

/** Maps a position in a text across one change elsewhere. Text inserted at the position itself goes before it. */
export function movedPlace(before: string, after: string, place: number): number {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (place >= before.length - tail) return place + after.length - before.length;
  return Math.min(place, Math.max(from, after.length - tail));
}
