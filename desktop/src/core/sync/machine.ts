/**
 * The life of the connection to the server as one table: every state answers every event, and what is not in the table
 * cannot happen. `null` ignores the event, which then comes too late or says nothing new.
 *
 * - S1 At most one line exists, and none outside `connecting` to `live`.
 * - S2 The first frame on a line is `hello`.
 * - S3 A batch is acknowledged after it is committed, never before.
 * - S4 Commands are pushed in `catchingUp` and `live` only.
 * - S5 No state between `connecting` and `backingOff` can last for ever: each has a time limit or the heartbeat.
 * - S6 `stopped` is left only because a person or the program asks for it.
 */
export type State =
  | 'offline'
  | 'connecting'
  | 'hello'
  | 'bootstrapping'
  | 'catchingUp'
  | 'live'
  | 'backingOff'
  | 'stopped';

export type Transition =
  /** A person signed in, or the program starts with a session. */
  | 'start'
  /** The session or the program ends. */
  | 'stop'
  /** The line is open. */
  | 'opened'
  /** The server has accepted us. */
  | 'welcomed'
  /** The rows come again. */
  | 'resync'
  | 'bootstrapped'
  /** A batch announces more. */
  | 'behind'
  | 'caughtUp'
  /** The line broke, or what came over it was no use. */
  | 'lost'
  /** The server wants a fresh token. */
  | 'renew'
  /** The server will not serve us any more. */
  | 'refused'
  /** The pause is over, or the agent does not want to wait. */
  | 'retry';

type Row = Record<Transition, State | null>;

const DISCONNECTED: Row = {
  start: null,
  stop: 'offline',
  opened: null,
  welcomed: null,
  resync: null,
  bootstrapped: null,
  behind: null,
  caughtUp: null,
  lost: null,
  renew: null,
  refused: null,
  retry: null,
};

const CONNECTING: Row = { ...DISCONNECTED, lost: 'backingOff', refused: 'stopped' };

const CONNECTED: Row = { ...CONNECTING, renew: 'connecting' };

const SYNCING: Row = {
  ...CONNECTED,
  resync: 'bootstrapping',
  behind: 'catchingUp',
  caughtUp: 'live',
};

export const TRANSITIONS: Record<State, Row> = {
  offline: { ...DISCONNECTED, start: 'connecting' },
  connecting: { ...CONNECTING, opened: 'hello' },
  hello: { ...CONNECTED, welcomed: 'catchingUp' },
  bootstrapping: { ...CONNECTED, resync: 'bootstrapping', bootstrapped: 'catchingUp' },
  catchingUp: SYNCING,
  live: SYNCING,
  backingOff: { ...DISCONNECTED, retry: 'connecting' },
  stopped: { ...DISCONNECTED, start: 'connecting', retry: 'connecting' },
};
