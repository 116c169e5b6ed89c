import { AppError } from '@balcao/shared/errors.ts';
import type { Mutation } from '@balcao/shared/sync/commands.ts';
import { LIMITS } from '@balcao/shared/sync/frames.ts';
import { crashAt } from '../failpoints.ts';
import type { Log } from '../log.ts';
import type { Outbox, PendingUpload } from '../outbox/outbox.ts';
import { createBackoff } from './backoff.ts';
import { type Clock, createTimer } from './clock.ts';

/** Sends the outbox while there is a connection: in its order, but for what waits for a file of its ticket. */
export interface Pusher {
  /** A connection is ready for commands. */
  connected(): void;
  /** @param isLost with its line: what was sent over it is sent again over the next one */
  disconnected(isLost: boolean): void;
  /** The store is about to be closed. */
  stop(): void;
  /** The outbox has changed. */
  kick(): void;
  confirmed(acked: number): void;
  /** The server could not run a command now, and has dropped whatever waited there. */
  repeat(afterMs: number): void;
  /** A command that was sent over this connection has had no answer for some seconds. */
  isUnanswered(): boolean;
}

interface Deps {
  outbox: Outbox;
  upload(mediaId: string): Promise<void>;
  send(mutations: Mutation[]): void;
  /** `isUnanswered` has changed. */
  answering(): void;
  clock: Clock;
  random(): number;
  log: Log;
}

/** Half of what a frame may hold: one command with the longest text, escaped, still fits beside others. */
const MAX_PUSH_CHARS = LIMITS.maxFrame / 2;
const REPEAT_MS = 1_000;
/** An answer that takes longer than this is worth a sign on the screen. */
const ANSWER_MS = 3_000;

/** The result of a step: more to do, nothing, or something that does not work yet. */
type Step = 'more' | 'done' | 'later';

export function createPusher({ outbox, upload, send, answering, clock, random, log }: Deps): Pusher {
  let ready = false;
  let stopped = false;
  /** Sent over this connection and not confirmed. */
  let inFlight: { seq: number; position: number; sentAt: number }[] = [];
  const late = createTimer(clock);
  let unanswered = false;
  /** The command whose file failed last: it is the turn of those behind it. */
  let failedAt = 0;
  const commands = createLoop(pushReady, 'commands could not be pushed');
  // Beside the commands: a large file holds back its own ticket alone.
  const files = createLoop(bringFile, 'files could not be brought');

  /** One step after the other while there is something to do; after a failure it rests. */
  function createLoop(step: () => Step | Promise<Step>, problem: string) {
    const pause = createTimer(clock);
    const backoff = createBackoff(random);
    let paused = false;
    let running = false;

    async function run(): Promise<void> {
      if (running) return;
      running = true;
      try {
        while (ready && !paused) {
          const left = step();
          // Only a file takes time: a wait at the end of the queue would miss the command that comes meanwhile.
          const result = typeof left === 'string' ? left : await left;
          if (result === 'later') rest(backoff.next());
          if (result !== 'more') break;
          backoff.reset();
        }
      } catch (error) {
        // A full disk, most likely: the commands are stored and wait.
        log.warn({ err: error }, problem);
        rest(backoff.next());
      } finally {
        running = false;
      }
    }

    function rest(ms: number): void {
      if (!ready) return;
      paused = true;
      pause.set(ms, () => {
        paused = false;
        void run();
      });
    }

    return {
      run: () => void run(),
      rest,
      stop: pause.clear,
      begin() {
        paused = false;
        pause.clear();
        void run();
      },
    };
  }

  function pushReady(): Step {
    const free = LIMITS.mutationsInFlight - inFlight.length;
    const positions = outbox.ready(
      free,
      inFlight.map(({ position }) => position),
    );
    if (positions.length === 0) return 'done';
    const mutations = outbox.number(positions);
    crashAt('command.numbered');
    for (const [index, { seq }] of mutations.entries())
      inFlight.push({ seq, position: positions[index] ?? 0, sentAt: clock.now() });
    watchAnswers();
    for (const frame of frames(mutations)) send(frame);
    crashAt('command.sent');
    return 'more';
  }

  function watchAnswers(): void {
    const [oldest] = inFlight;
    const left = oldest ? oldest.sentAt + ANSWER_MS - clock.now() : null;
    if (left !== null && left > 0) late.set(left, watchAnswers);
    else late.clear();
    const before = unanswered;
    unanswered = left !== null && left <= 0;
    if (unanswered !== before) answering();
  }

  function bringFile(): Step | Promise<Step> {
    const next = outbox.nextUpload(failedAt);
    return next ? bring(next) : 'done';
  }

  async function bring({ position, mediaId }: PendingUpload): Promise<Step> {
    const failure = await upload(mediaId).then(
      () => null,
      (error: unknown) => ({ error, refusal: refusalOf(error) }),
    );
    if (stopped) return 'done';
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
    commands.run();
    return 'more';
  }

  return {
    connected() {
      ready = true;
      commands.begin();
      files.begin();
    },
    disconnected(isLost) {
      ready = false;
      if (isLost) inFlight = [];
      watchAnswers();
      commands.stop();
      files.stop();
    },
    stop() {
      stopped = true;
      ready = false;
      late.clear();
      commands.stop();
      files.stop();
    },
    kick() {
      commands.run();
      files.run();
    },
    confirmed(acked) {
      inFlight = inFlight.filter(({ seq }) => seq > acked);
      watchAnswers();
      commands.run();
    },
    repeat(afterMs) {
      // Those before it too: they may have come again meanwhile, and been dropped with the others.
      inFlight = [];
      watchAnswers();
      commands.rest(afterMs || REPEAT_MS);
    },
    isUnanswered: () => unanswered,
  };
}

function* frames(mutations: Mutation[]): Generator<Mutation[]> {
  let frame: Mutation[] = [];
  let chars = 0;
  for (const mutation of mutations) {
    const length = JSON.stringify(mutation).length;
    if (frame.length > 0 && chars + length > MAX_PUSH_CHARS) {
      yield frame;
      frame = [];
      chars = 0;
    }
    frame.push(mutation);
    chars += length;
  }
  if (frame.length > 0) yield frame;
}

/** The session's and the program's problems are not the file's fault: they end, or the session does. */
const NOT_THE_FILES_FAULT = new Set([401, 402, 403, 426]);

/** Why a file can never be uploaded; null when it may work later. An unforeseen error must not block the queue. */
function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof AppError)) return new AppError('ERR_INTERNAL', {}, { cause: error });
  return error.retryable || NOT_THE_FILES_FAULT.has(error.status) ? null : error;
}
