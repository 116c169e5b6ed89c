import { type Clock, createTimer } from './clock.ts';

/** Notices that the computer has slept, or its clock was set: a line may be dead, and the server's time is not known. */
export interface ClockWatch {
  start(): void;
  stop(): void;
  hasJumped(): boolean;
}

/** The interval of checks whether the clock has jumped. */
const LOOK_MS = 5_000;
/** A busy program is late by less than this. */
const JUMP_MS = 60_000;

export function createClockWatch(clock: Clock, jumped: () => void): ClockWatch {
  const timer = createTimer(clock);
  /** When the clock is looked at next. */
  let lookAt = 0;

  const hasJumped = () => Math.abs(clock.now() - lookAt) > JUMP_MS;

  function start(): void {
    lookAt = clock.now() + LOOK_MS;
    timer.set(LOOK_MS, () => {
      if (hasJumped()) jumped();
      start();
    });
  }

  return { start, stop: timer.clear, hasJumped };
}
