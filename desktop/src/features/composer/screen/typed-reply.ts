import { fold } from '@balcao/shared/text/fold.ts';

/** A reply with what a person would see of it, folded. */
export interface KnownReply<T> {
  reply: T;
  folded: string;
}

/** Fewer letters begin too many sentences. */
export const MIN_CHARS = 5;
/** Whoever has written more than this is not looking for a reply. */
const MAX_CHARS = 160;
const MIN_WORDS = 3;
/** Shorter words are in every text. */
const MIN_WORD_CHARS = 4;

/**
 * The reply that a text begins, else the first that has all of its words and twice its length: one that was taken and
 * edited is not offered again. Null: none, or it is there already.
 */
export function replyBeingTyped<T>(replies: readonly KnownReply<T>[], text: string): T | null {
  const typed = fold(text.trim());
  if (typed.length < MIN_CHARS || typed.length > MAX_CHARS) return null;
  const begun = replies.find(({ folded }) => folded.startsWith(typed));
  if (begun) return begun.folded === typed ? null : begun.reply;
  const words = wordsOf(typed).filter((word) => word.length >= MIN_WORD_CHARS);
  if (words.length < MIN_WORDS) return null;
  const named = replies.find(({ folded }) => {
    if (folded.length < 2 * typed.length) return false;
    const theirs = wordsOf(folded);
    return words.every((word) => theirs.some((one) => one.startsWith(word)));
  });
  return named?.reply ?? null;
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);
