import { type Clock, createTimer } from './clock.ts';
import type { State } from './machine.ts';

/** How long a state may last without a frame (S5): nothing else ends it when the server falls silent on the matter. */
const LIMITS_MS: Partial<Record<State, number>> = {
  // A new token included.
  connecting: 20_000,
  hello: 10_000,
  bootstrapping: 60_000,
  catchingUp: 60_000,
};

/** @returns what begins the time of a state, anew with each frame */
export function createStateLimit(clock: Clock, exceeded: (state: State) => void): (state: State) => void {
  const timer = createTimer(clock);
  return (state) => {
    const ms = LIMITS_MS[state];
    if (ms === undefined) timer.clear();
    else timer.set(ms, () => exceeded(state));
  };
}
