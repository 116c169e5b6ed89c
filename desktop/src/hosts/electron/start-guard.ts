import type { SettingsStore } from '../host.ts';

const KEY = 'start.unfinished';
/** After so many failed starts in a row another one will not do better. */
const STARTS = 3;
/** A start that will fail has failed by then. */
export const SETTLED_MS = 20_000;

/** Counts starts that died before they had settled: after some of them the next one starts without part of the data. */
export interface StartGuard {
  readonly keepsFailing: boolean;
  /** Call it when the start has settled, or the user ended it. */
  finished(): void;
}

export function guardStart(settings: SettingsStore): StartGuard {
  const stored = settings.get(KEY);
  const unfinished = typeof stored === 'number' ? stored : 0;
  settings.set(KEY, unfinished + 1);
  return { keepsFailing: unfinished >= STARTS, finished: () => settings.set(KEY, 0) };
}
