/** What the JSON columns of `messages` hold: written by conversations, read and written by the module. */

/** An entry of `reactions`: one of each person. */
export interface StoredReaction {
  /** `me`, the author inside a group, or empty for the customer of a chat of two. */
  by: string;
  emoji: string;
  fromMe: boolean;
  name: string;
}

/** The value of `poll`. */
export interface StoredPoll {
  question: string;
  options: string[];
  /** What its votes are read with, in base64; null when it did not come. */
  secret: string | null;
  /** The places of the options that each person has chosen, by the names of `StoredReaction.by`. */
  votes: { [by: string]: number[] };
}
