/** What a program outside says to a customer. */
export type Said =
  | { kind: 'text'; text: string; delayMs: number }
  | {
      kind: 'file';
      /** Where it is to be fetched from. */
      url: string;
      as: 'image' | 'video' | 'audio' | 'document';
      caption: string;
      fileName: string;
      delayMs: number;
    };

/** What it wants to become of the ticket. */
export type Wish =
  /** The bot ends, and people of the ticket's queue follow. */
  { kind: 'stop' } | { kind: 'transfer'; queueId: number; userId: number | null } | { kind: 'close' };

/** What a program outside answers in one turn. @property delayMs how long the customer sees somebody write before it */
export interface Reply<Session = unknown> {
  said: Said[];
  /** Null: it goes on with the customer's next message. */
  wish: Wish | null;
  /** What it must be told again in the next turn; null: nothing, the next one begins anew. */
  session: Session | null;
}
