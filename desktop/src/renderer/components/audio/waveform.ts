const BARS = 40;
/** Silence is still seen. Percent. */
const LOWEST = 12;

/**
 * The heights of a waveform's bars in percent: a flat line when not measured.
 *
 * @param waveform bytes in base64, each the loudness of its part from 0 to 100
 */
export function waveformBars(waveform: string | null): number[] {
  const loudness = waveform === null ? [] : [...atob(waveform)].map((char) => char.charCodeAt(0));
  return Array.from({ length: BARS }, (_, bar) => {
    const part = loudness.slice(
      Math.floor((bar * loudness.length) / BARS),
      Math.max(
        Math.floor(((bar + 1) * loudness.length) / BARS),
        Math.floor((bar * loudness.length) / BARS) + 1,
      ),
    );
    return Math.max(LOWEST, Math.min(100, Math.max(0, ...part)));
  });
}
