import type { CampaignSettings } from '@balcao/shared/features/campaign-settings/rules.ts';

export type Pace = Record<
  keyof Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>,
  number
>;

/**
 * What follows a recipient, in seconds or whatever the pace counts in: at random up to the short interval, and after
 * every so many recipients the long one instead. 0: nothing. The same seed and recipient have the same pause, so that a
 * recipient whose turn comes twice waits no longer.
 *
 * @param turn which recipient of the connection it is, from 1 on
 */
export function pauseAfter(pace: Pace, turn: number, seed: number, recipientId: number): number {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pace;
  if (longerIntervalAfter > 0 && turn % longerIntervalAfter === 0) return greaterInterval;
  return Math.round(chance(seed, recipientId) * messageInterval * 1_000) / 1_000;
}

/** Between 0 and 1, evenly, by a mixing of 32 bits (Murmur3's last step). */
function chance(seed: number, recipientId: number): number {
  let mixed = (seed ^ Math.imul(recipientId, 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
