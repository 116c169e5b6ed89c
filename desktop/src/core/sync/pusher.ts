import { AppError } from '@balcao/shared/errors.ts';
import { LIMITS } from '@balcao/shared/sync/frames.ts';
import type { Mutation } from '@balcao/shared/sync/mutations.ts';
import { crashAt } from '../failpoints.ts';
import type { Log } from '../log.ts';
import type { Outbox, QueuedCommand } from '../outbox/outbox.ts';
import { createBackoff } from './backoff.ts';
import { type Clock, createTimer } from './clock.ts';

/** Sends the outbox, strictly in its order, while there is a connection. */
export interface Pusher {
  /** A connection is ready for commands. Those sent over an earlier one are sent again. */
  connected(): void;
  disconnected(): void;
  /** The store is about to be closed. */
  stop(): void;
  /** The outbox has changed. */
  kick(): void;
  confirmed(acked: number): void;
  /** The server could not run this command now, and has dropped those behind it. */
  repeat(seq: number, afterMs: number): void;
}

interface Deps {
  outbox: Outbox;
  upload(mediaId: string): Promise<void>;
  send(mutations: Mutation[]): void;
  clock: Clock;
  random(): number;
  log: Log;
}

/** Half of what a frame may hold: one command with the longest text, escaped, still fits beside others. */
const MAX_PUSH_CHARS = LIMITS.maxFrame / 2;
const REPEAT_MS = 1_000;

export function createPusher({ outbox, upload, send, clock, random, log }: Deps): Pusher {
  const pause = createTimer(clock);
  const backoff = createBackoff(random);
  let ready = false;
  let paused = false;
  let running = false;
  let stopped = false;
  /** Sent over this connection and not confirmed, in order. */
  let inFlight: { seq: number; position: number }[] = [];
  /** Position of the last command that was sent over this connection. */
  let sent = 0;

  function rest(ms: number): void {
    if (!ready) return;
    paused = true;
    pause.set(ms, () => {
      paused = false;
      void run();
    });
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      while (ready && !paused) {
        const more = step();
        // Only an upload takes time: a wait at the end of the queue would miss the command that comes meanwhile.
        if (!(typeof more === 'boolean' ? more : await more)) break;
        backoff.reset();
      }
    } catch (error) {
      // A full disk, most likely: the commands are stored and wait.
      log.warn({ err: error }, 'commands could not be pushed');
      rest(backoff.next());
    } finally {
      running = false;
    }
  }

  /** @returns whether there may be more to do */
  function step(): boolean | Promise<boolean> {
    const commands = outbox.after(sent, LIMITS.mutationsInFlight - inFlight.length);
    const [first] = commands;
    if (!first) return false;
    if (first.needsUpload !== null) return bringFile(first, first.needsUpload);
    const blocked = commands.findIndex((command) => command.needsUpload !== null);
    push(blocked < 0 ? commands : commands.slice(0, blocked));
    return true;
  }

  function push(commands: QueuedCommand[]): void {
    const positions = commands.map(({ position }) => position);
    const mutations = outbox.number(positions);
    crashAt('command.numbered');
    for (const [index, { seq }] of mutations.entries()) {
      sent = positions[index] ?? sent;
      inFlight.push({ seq, position: sent });
    }
    for (const frame of frames(mutations)) send(frame);
    crashAt('command.sent');
  }

  async function bringFile({ position }: QueuedCommand, mediaId: string): Promise<boolean> {
    const failure = await upload(mediaId).then(
      () => null,
      (error: unknown) => ({ error, refusal: refusalOf(error) }),
    );
    if (stopped) return false;
    if (!failure) {
      outbox.uploaded(position);
      crashAt('file.uploaded');
    } else if (failure.refusal) {
      log.warn({ err: failure.error }, 'a file cannot be uploaded');
      outbox.refuse(position, failure.refusal.code, failure.refusal.params);
    } else {
      log.info({ err: failure.error }, 'a file could not be uploaded yet');
      rest(backoff.next());
      return false;
    }
    return true;
  }

  return {
    connected() {
      ready = true;
      paused = false;
      pause.clear();
      inFlight = [];
      sent = 0;
      void run();
    },
    disconnected() {
      ready = false;
      pause.clear();
    },
    stop() {
      stopped = true;
      ready = false;
      pause.clear();
    },
    kick: () => void run(),
    confirmed(acked) {
      inFlight = inFlight.filter(({ seq }) => seq > acked);
      void run();
    },
    repeat(seq, afterMs) {
      const first = inFlight.find((command) => command.seq >= seq);
      if (first) sent = first.position - 1;
      inFlight = inFlight.filter((command) => command.seq < seq);
      rest(afterMs || REPEAT_MS);
    },
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

/** Session problems are not the file's fault: they end, or the session does. */
const NOT_THE_FILES_FAULT = new Set([401, 402, 403]);

/** Why a file can never be uploaded; null when it may work later. An error that nobody foresaw must not block the queue. */
function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof AppError)) return new AppError('ERR_INTERNAL', {}, { cause: error });
  return error.retryable || NOT_THE_FILES_FAULT.has(error.status) ? null : error;
}
