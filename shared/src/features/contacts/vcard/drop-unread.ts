import { beginsProperty, CR, EQUALS, joined, LF, MAX_HEAD_BYTES, readHead, SPACE, TAB } from './lines.ts';
import { isRead } from './read-vcards.ts';

const NOTHING = new Uint8Array();
const END_OF_LINE = Uint8Array.of(LF);

/**
 * The cards without the values that `readVcards` does not read: an address book is mostly pictures, sounds and keys. The
 * same people are read in what is left. Whoever made the cards, it holds the start of one line at a time and takes time
 * in proportion to the bytes. Not for UTF-16, in which these bytes are no lines.
 */
export async function* dropUnread(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const drop = createDropper();
  for await (const piece of pieces) if (piece.length > 0) yield drop(piece);
  yield drop(END_OF_LINE);
}

/** One card that has come whole, without the values that `readVcards` does not read. */
export function withoutUnread(card: string): string {
  const drop = createDropper();
  const kept = [drop(new TextEncoder().encode(card)), drop(END_OF_LINE)];
  return new TextDecoder().decode(joined(kept)).trimEnd();
}

/** Cuts what comes into lines, or into the start of one and what follows. */
function createDropper(): (piece: Uint8Array) => Uint8Array {
  const lines = createLines();
  /** Of a line whose name may not have come whole. */
  let start: Uint8Array = NOTHING;
  let endedWithCr = false;
  return (piece) => {
    const bytes = joined([start, piece]);
    const kept: Uint8Array[] = [];
    let from = endedWithCr && bytes[0] === LF ? 1 : 0;
    for (let at = from; at < bytes.length; at++) {
      if (bytes[at] !== LF && bytes[at] !== CR) continue;
      kept.push(lines.take(bytes.subarray(from, at)), lines.end());
      if (bytes[at] === CR && bytes[at + 1] === LF) at++;
      from = at + 1;
    }
    endedWithCr = bytes.at(-1) === CR;
    start = bytes.slice(from);
    if (lines.isBegun() || start.length >= MAX_HEAD_BYTES) {
      kept.push(lines.take(start));
      start = NOTHING;
    }
    return joined(kept);
  };
}

/** Says of each part of a line what is kept of it, and goes on where `readCardLines` goes on with a value. */
function createLines() {
  /** Null for lines that are no property. */
  let property: { isKept: boolean; isQuoted: boolean } | null = null;
  let isBegun = false;
  /** Something of this line is kept, and so its end. */
  let isShown = false;
  let last = 0;
  let goesOn = false;
  let isEmpty = false;
  /** An empty line stands behind the soft break. */
  let isInterrupted = false;

  function begin(part: Uint8Array): Uint8Array {
    isBegun = true;
    isEmpty = part.length === 0;
    if (isInterrupted && beginsProperty(part)) return other(part);
    isShown = property?.isKept ?? false;
    const isFolded = property !== null && (part[0] === SPACE || part[0] === TAB);
    if (goesOn || isFolded) return isShown ? part : NOTHING;
    return part.length === 0 ? emptyLine() : other(part);
  }

  function emptyLine(): Uint8Array {
    isShown = false;
    return NOTHING;
  }

  function other(part: Uint8Array): Uint8Array {
    const head = readHead(part);
    // One of several lines that are no property shows the reader that the last one has ended.
    isShown = head !== null || property !== null;
    const isKept = head !== null && isRead(head.name);
    property = head && { isKept, isQuoted: head.isQuoted };
    if (isKept || !isShown) return isKept ? part : NOTHING;
    return part.subarray(0, head ? head.length : 1);
  }

  return {
    isBegun: () => isBegun,
    take(part: Uint8Array): Uint8Array {
      last = part.at(-1) ?? last;
      if (!isBegun) return begin(part);
      return property?.isKept ? part : NOTHING;
    },
    end(): Uint8Array {
      isInterrupted = goesOn && isEmpty;
      goesOn = isInterrupted || ((property?.isQuoted ?? false) && last === EQUALS);
      isBegun = false;
      last = 0;
      return isShown ? END_OF_LINE : NOTHING;
    },
  };
}
