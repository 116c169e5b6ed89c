/** Bars of a drawn voice note, as WhatsApp has them. */
const BARS = 64;

/** 64 heights from 0 to 100 of any number of levels (0 to 1): the loudest of each part, against the loudest of all. */
export function waveformOf(levels: readonly number[]): number[] {
  const top = Math.max(...levels, 0.01);
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / BARS));
    const loudest = Math.max(0, ...levels.slice(from, to));
    return Math.round((100 * loudest) / top);
  });
}
