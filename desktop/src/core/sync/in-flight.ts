import { type Clock, createTimer } from './clock.ts';

interface Sent {
  seq: number;
  position: number;
  sentAt: number;
}

/** Commands that were sent over this connection and are not confirmed. */
export interface InFlight {
  positions(): number[];
  add(commands: readonly Omit<Sent, 'sentAt'>[]): void;
  confirm(acked: number): void;
  /** Whatever was sent is sent again. */
  forget(): void;
  /** A command has had no answer for some seconds. */
  isUnanswered(): boolean;
  stop(): void;
}

/** An answer that takes longer than this is worth a sign on the screen. */
const ANSWER_MS = 3_000;

/** @param answering `isUnanswered` has changed */
export function createInFlight(clock: Clock, answering: () => void): InFlight {
  const late = createTimer(clock);
  let sent: Sent[] = [];
  let unanswered = false;

  function watchAnswers(): void {
    const [oldest] = sent;
    const left = oldest ? oldest.sentAt + ANSWER_MS - clock.now() : null;
    if (left !== null && left > 0) late.set(left, watchAnswers);
    else late.clear();
    const before = unanswered;
    unanswered = left !== null && left <= 0;
    if (unanswered !== before) answering();
  }

  function replace(now: Sent[]): void {
    sent = now;
    watchAnswers();
  }

  return {
    positions: () => sent.map(({ position }) => position),
    add: (commands) => replace([...sent, ...commands.map((one) => ({ ...one, sentAt: clock.now() }))]),
    confirm: (acked) => replace(sent.filter(({ seq }) => seq > acked)),
    forget: () => replace([]),
    isUnanswered: () => unanswered,
    stop: late.clear,
  };
}
