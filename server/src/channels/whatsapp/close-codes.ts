import type { ConnectionReason } from '@balcao/shared/features/connections/row.ts';

/** The reaction to a connection that WhatsApp ended. */
type AfterClose =
  /** Open a new socket at once; the attempt does not count. */
  | 'restart'
  /** Retry after the backoff, for ever. */
  | 'retry'
  /** Another client uses this session: retry after half a minute, if the lease is still ours. */
  | 'yield'
  /** Wait until a person starts it again; the stored session stays. */
  | 'stop'
  /** Like `stop`, and the stored session is worthless: delete it. The history stays. */
  | 'forget';

export interface CloseRule {
  next: AfterClose;
  reason: ConnectionReason | null;
}

const rule = (next: AfterClose, reason: ConnectionReason | null): CloseRule => ({ next, reason });

/** Codes of `failure` and `stream:error` stanzas, HTTP codes of the handshake and the library's own. */
const CLOSE_CODES: Record<number, CloseRule> = {
  /** The handshake was refused by us: TLS interception or another root key. Trying again changes nothing. */
  400: rule('stop', 'handshake_refused'),
  /** The phone has removed this computer. */
  401: rule('forget', 'logged_out'),
  /** Banned for some hours; every new attempt may make it longer. */
  402: rule('stop', 'restricted'),
  /** The account is locked, or its phone is gone: keys are kept, because this is sometimes lifted. */
  403: rule('stop', 'banned'),
  /** WhatsApp wants a newer client: the version is a setting, so trying slowly finds the repair by itself. */
  405: rule('retry', 'client_outdated'),
  /** Banned for good. */
  406: rule('stop', 'banned'),
  /** No answer, connection lost, or no route: everyday network trouble. */
  408: rule('retry', 'network'),
  /** WhatsApp rejects how this client describes itself; only a new version helps. */
  409: rule('stop', 'client_outdated'),
  /** The account's devices were reset: it must be linked again. */
  411: rule('forget', 'logged_out'),
  /** Token expired, invalid, not found, client unknown: these have been seen to recover by themselves. */
  413: rule('retry', 'network'),
  414: rule('retry', 'network'),
  415: rule('retry', 'network'),
  418: rule('retry', 'network'),
  /** Closed by the other side without a reason. */
  428: rule('retry', 'network'),
  /** The same identity logged in elsewhere. */
  440: rule('yield', 'replaced'),
  /** "Bad session", and everything that the library cannot name: never a reason to forget keys. */
  500: rule('retry', 'network'),
  /** Experimental feature refused. */
  501: rule('retry', 'network'),
  /** WhatsApp is unavailable. */
  503: rule('retry', 'network'),
  /** Restart required: after linking, and now and then. */
  515: rule('restart', null),
};

/** Unknown codes are treated as network trouble: retried for ever, and nothing is deleted. */
export function ruleOf(code: number): CloseRule {
  return CLOSE_CODES[code] ?? rule('retry', 'network');
}
