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

/** Where a choice leads. */
export type MenuTarget =
  | { kind: 'queue' | 'option'; id: number }
  /** The level above, and the menu of queues. */
  | { kind: 'back' }
  | { kind: 'mainMenu' }
  /** A mark of a rating. */
  | { kind: 'mark'; mark: number };

interface MenuChoice {
  to: MenuTarget;
  /** As the company has written it, and as this customer reads it. */
  name: string;
  label: string;
}

/** The value of `menu`: what a message of ours offers to tap. Its words stand in the body, too. */
export interface StoredMenu {
  /** The words above the choices. */
  lead: string;
  /** What opens the choices where they are a list. */
  button: string;
  /** Where in the dialogue the customer is asked. */
  place: { answerer: string; queueId: number | null; optionId: number | null };
  choices: MenuChoice[];
}
