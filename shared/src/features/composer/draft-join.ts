import { isSameFiles, isSameMail, type KeptFile, type Written } from './draft.ts';

interface Joinable<File extends KeptFile> extends Written {
  mode: 'message' | 'note';
  files: File[];
}

/**
 * Joins two windows' versions of a draft since `base`: a change of only one of them wins, and
 * of what both wrote nothing is lost. Which text is open is each window's own.
 */
export function joinedDraft<File extends KeptFile>(
  base: Joinable<File>,
  mine: Joinable<File>,
  theirs: Joinable<File>,
): Joinable<File> {
  return {
    body: joinedText(base.body, mine.body, theirs.body),
    note: joinedText(base.note, mine.note, theirs.note),
    mode: mine.mode,
    quotedMsgId: mine.quotedMsgId === base.quotedMsgId ? theirs.quotedMsgId : mine.quotedMsgId,
    mail: isSameMail(mine.mail, base.mail) ? theirs.mail : mine.mail,
    files: joinedFiles(base.files, mine.files, theirs.files),
  };
}

/** The core's text comes first. */
export function joinedText(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  // Sent or thrown away in one window, written on in the other: what was written stays.
  if (mine === '' || theirs === '') return mine + theirs;
  const [words, own, other] = [wordsOf(base), changeOf(base, mine), changeOf(base, theirs)];
  const isBoth = own.from < other.to && other.from < own.to;
  if (isBoth) return [mine, other.text].filter(Boolean).join('\n');
  const [first, second] = other.to <= own.from ? [other, own] : [own, other];
  const between = words.slice(first.to, second.from).join('');
  // Both began at the same place: two sentences, not one word.
  const isOnePlace = own.from === other.from && own.to === other.to && !/\s$/.test(first.text);
  return (
    words.slice(0, first.from).join('') +
    first.text +
    (isOnePlace && !/^\s/.test(second.text) ? '\n' : between) +
    second.text +
    words.slice(second.to).join('')
  );
}

/** Cut at neither half words nor half letters. */
const wordsOf = (text: string): string[] => text.match(/\s|\S+/g) ?? [];

/** The one place at which a text became another: `text` instead of the words from `from` to `to`. */
function changeOf(before: string, after: string): { from: number; to: number; text: string } {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(old.length, now.length);
  let from = 0;
  while (from < most && old[from] === now[from]) from++;
  let tail = 0;
  while (tail < most - from && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return { from, to: old.length - tail, text: now.slice(from, now.length - tail).join('') };
}

function joinedFiles<File extends KeptFile>(base: File[], mine: File[], theirs: File[]): File[] {
  if (isSameFiles(theirs, base) || isSameFiles(theirs, mine)) return mine;
  if (isSameFiles(mine, base)) return theirs;
  const known = byId(base);
  const others = byId(theirs);
  const added = theirs.filter(({ mediaId }) => !known.has(mediaId) && !byId(mine).has(mediaId));
  const kept = mine.flatMap((file) => {
    const before = known.get(file.mediaId);
    const other = others.get(file.mediaId);
    if (!before || !other) return before && !other ? [] : [file];
    return [{ ...file, caption: joinedText(before.caption, file.caption, other.caption) }];
  });
  return [...added, ...kept];
}

const byId = <File extends KeptFile>(files: File[]) => new Map(files.map((file) => [file.mediaId, file]));
