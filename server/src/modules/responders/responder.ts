import type { ErrorCode } from '@balcao/shared/errors.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Outside } from '../../services/outside.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { MediaService } from '../media/media.service.ts';

/** What asking somebody outside needs. */
export interface ResponderDeps {
  db: Database;
  secrets: Secrets;
  storage: Storage;
  media: Pick<MediaService, 'take'>;
  links: MediaLinks;
  outside: Outside;
  clock: () => Date;
  log: Log;
}

/** How long a turn may still take, and what ends it early. */
export interface Time {
  /** Milliseconds from now on. */
  left(): number;
  signal: AbortSignal;
}

/** The time that begins now. */
export function timeOf(ms: number): Time {
  const end = performance.now() + ms;
  return { left: () => Math.max(Math.ceil(end - performance.now()), 1), signal: AbortSignal.timeout(ms) };
}

/** Asks whatever answers a ticket. Throws OutsideError, or AppError with a code that people understand. */
export type AskResponder = (turn: Turn, time: Time) => Promise<Answer>;

/** What went wrong while somebody outside was asked. */
export class TurnError extends Error {
  readonly turn: Turn;

  constructor(turn: Turn, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the turn failed', { cause });
    this.name = 'TurnError';
    this.turn = turn;
  }
}

/** Asking these twice does nothing twice. A step of a flow, or what a program was told, may have been done. */
const REPEATABLE: ReadonlySet<Turn['answerer']> = new Set(['prompt', 'bill']);

export const isRepeatable = ({ answerer }: Pick<Turn, 'answerer'>): boolean => REPEATABLE.has(answerer);

/** What the timeline says, so that somebody can mend it. */
const CODES: Record<Turn['answerer'], Record<'failed' | 'refused' | 'unclear', ErrorCode>> = {
  prompt: { failed: 'ERR_AI_FAILED', refused: 'ERR_AI_REFUSED', unclear: 'ERR_AI_FAILED' },
  integration: {
    failed: 'ERR_INTEGRATION_FAILED',
    refused: 'ERR_INTEGRATION_REFUSED',
    unclear: 'ERR_INTEGRATION_UNCLEAR',
  },
  bill: { failed: 'ERR_BILLS_FAILED', refused: 'ERR_BILLS_REFUSED', unclear: 'ERR_BILLS_FAILED' },
};

export function codeOf({ answerer }: Pick<Turn, 'answerer'>, error: unknown): ErrorCode {
  const cause = error instanceof TurnError ? error.cause : error;
  if (cause instanceof AppError) return cause.code;
  const codes = CODES[answerer];
  if (!(cause instanceof OutsideError)) return codes.failed;
  if (cause.problem === 'forbidden') return 'ERR_ADDRESS_FORBIDDEN';
  if (cause.problem === 'refused') return codes.refused;
  return cause.problem === 'unknown' ? codes.unclear : codes.failed;
}
