import { AppError } from '@balcao/shared/errors.ts';
import { crashAt } from '../failpoints.ts';
import type { Log } from '../log.ts';
import type { Outbox, PendingUpload } from '../outbox/outbox.ts';
import type { Step } from './work-loop.ts';

interface Deps {
  outbox: Pick<Outbox, 'nextUpload' | 'uploaded' | 'refuse'>;
  upload(mediaId: string): Promise<void>;
  isStopped(): boolean;
  /** A command waits for its file no more. */
  brought(): void;
  log: Log;
}

/** @returns a step that brings the next file for which a command waits to the server */
export function createFileBringer({ outbox, upload, isStopped, brought, log }: Deps) {
  /** The command whose file failed last: it is the turn of those behind it. */
  let failedAt = 0;

  async function bring({ position, mediaId }: PendingUpload): Promise<Step> {
    const failure = await failureOf(upload(mediaId));
    if (isStopped()) return 'done';
    if (!failure) {
      outbox.uploaded(position);
      crashAt('file.uploaded');
    } else if (failure.refusal) {
      log.warn({ err: failure.error }, 'a file cannot be uploaded');
      outbox.refuse(position, failure.refusal.code, failure.refusal.params);
    } else {
      log.info({ err: failure.error }, 'a file could not be uploaded yet');
      failedAt = position;
      return 'later';
    }
    brought();
    return 'more';
  }

  return (): Step | Promise<Step> => {
    const next = outbox.nextUpload(failedAt);
    return next ? bring(next) : 'done';
  };
}

async function failureOf(work: Promise<void>) {
  return work.then(
    () => null,
    (error: unknown) => ({ error, refusal: refusalOf(error) }),
  );
}

/** The session's and the program's problems are not the file's fault: they end, or the session does. */
const NOT_THE_FILES_FAULT = new Set([401, 402, 403, 426]);

/** Why a file can never be uploaded; null when it may work later. An unforeseen error must not block the queue. */
function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof AppError)) return new AppError('ERR_INTERNAL', {}, { cause: error });
  return error.retryable || NOT_THE_FILES_FAULT.has(error.status) ? null : error;
}
