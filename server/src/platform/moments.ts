import { channel } from 'node:diagnostics_channel';

/** A kind of moment that this process tells of: nothing is made of it while nobody listens. */
interface Moment<Told> {
  readonly isHeard: boolean;
  tell(told: Told): void;
  /** @returns how to stop listening */
  hear(listener: (told: Told) => void): () => void;
}

/** Instants are milliseconds since 1970 with their fractions, as `exactNow` says them. */
interface Stored {
  /** Of its row. */
  messageId: string;
  /** When its stanza, or the call that brought it, came to this process. */
  arrivedAt: number;
  /** When the conversation took it over, and when the transaction began and ended that stored it. */
  heardAt: number;
  begunAt: number;
  storedAt: number;
}

interface Sent {
  messageId: string;
  begunAt: number;
  endedAt: number;
  /** `accepted` by the messenger, tried again `later`, or `refused` for good. */
  outcome: 'accepted' | 'later' | 'refused';
}

interface Shown {
  /** The rows of messages in the frame. */
  messageIds: readonly string[];
  /** When this process heard that there is something new, and when it began to read it. */
  heardAt: number;
  begunAt: number;
  /** When the frame was handed to the line of the console. */
  sentAt: number;
}

interface Answered {
  method: string;
  /** As it was declared; null: there is no such route. */
  route: string | null;
  status: number;
  ms: number;
}

/** A call was answered. */
export const callAnswered = moment<Answered>('balcao.call-answered');
/** A message came in, and is stored. */
export const messageStored = moment<Stored>('balcao.message-stored');
/** An attempt to bring a message out has ended. */
export const messageSent = moment<Sent>('balcao.message-sent');
/** A console was sent what is new. */
export const newsShown = moment<Shown>('balcao.news-shown');

/** Comparable between processes, as far as the clocks of their machines agree. */
export const exactNow = (): number => performance.timeOrigin + performance.now();

function moment<Told>(name: string): Moment<Told> {
  const told = channel(name);
  return {
    get isHeard() {
      return told.hasSubscribers;
    },
    tell: (what) => told.publish(what),
    hear(listener) {
      const onTold = (what: unknown) => listener(what as Told);
      told.subscribe(onTold);
      return () => void told.unsubscribe(onTold);
    },
  };
}
