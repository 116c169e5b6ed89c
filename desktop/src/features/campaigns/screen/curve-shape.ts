import type { CampaignReport } from '@balcao/shared/features/campaigns/calls.ts';

/** The geometry of a curve: figures in, points of the picture out. */

/** In the order in which a message goes through them. */
export const LINES = ['sent', 'delivered', 'read', 'answered'] as const;
export type Moment = CampaignReport['curve'][number];

/** What had come by each moment, out of what came at it. */
export function grown(curve: readonly Moment[]): Moment[] {
  const sum = { sent: 0, delivered: 0, read: 0, answered: 0 };
  return curve.map((moment) => {
    for (const line of LINES) sum[line] += moment[line];
    return { at: moment.at, ...sum };
  });
}

/** The next round number above: a scale of 1, 2 or 5 times a power of ten. */
export function roundTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= highest) ?? 10;
  return Math.max(factor * power, 2);
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where each moment stands: hours in which nothing came take their room. */
export function xsOf(curve: readonly Moment[], { left, width }: Box): number[] {
  const times = curve.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return times.map((time) => left + ((time - first) / Math.max(last - first, 1)) * width);
}

export const yOf = (value: number, top: number, box: Box): number =>
  box.top + box.height - (value / top) * box.height;

/** The path of an SVG through these points. */
export const lineThrough = (xs: readonly number[], ys: readonly number[]): string =>
  xs.map((x, place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(ys[place] ?? 0).toFixed(1)}`).join('');

/** The place of the moment that stands nearest. */
export const nearest = (x: number, xs: readonly number[]): number =>
  xs.reduce((best, one, place) => (Math.abs(one - x) < Math.abs((xs[best] ?? 0) - x) ? place : best), 0);
