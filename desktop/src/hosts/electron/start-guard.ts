import type { SettingsStore } from '../host.ts';

const KEY = 'start.unfinished';
/** So many starts in a row that came to nothing mean that another one will not do better. */
const STARTS = 3;
/** Whatever breaks at the start has broken by then. */
export const SETTLED_MS = 20_000;

/** Counts starts that died before they had settled: after some of them the next one has to leave something behind. */
export interface StartGuard {
  readonly keepsFailing: boolean;
  /** It has settled, or the person has ended it. */
  finished(): void;
}

export function guardStart(settings: SettingsStore): StartGuard {
  const stored = settings.get(KEY);
  const unfinished = typeof stored === 'number' ? stored : 0;
  settings.set(KEY, unfinished + 1);
  return { keepsFailing: unfinished >= STARTS, finished: () => settings.set(KEY, 0) };
}
