/** The geometry of a curve: figures in, points of the picture out. */

/** The next round number above: a scale of 1, 2 or 5 times a power of ten. */
export function roundTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return Math.max(step * power, 2);
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the moment at a place among so many stands; a lone one stands at the end. */
export const xOf = (place: number, count: number, { left, width }: Box): number =>
  count < 2 ? left + width : left + (place / (count - 1)) * width;

export const yOf = (value: number, top: number, box: Box): number =>
  box.top + box.height - (value / top) * box.height;

/** The path of an SVG through all of them. */
export function lineThrough(values: readonly number[], top: number, box: Box): string {
  return values
    .map((value, place) => {
      const x = xOf(place, values.length, box).toFixed(1);
      return `${place === 0 ? 'M' : 'L'}${x} ${yOf(value, top, box).toFixed(1)}`;
    })
    .join('');
}

/** The place of the moment that stands nearest. */
export function nearest(x: number, count: number, { left, width }: Box): number {
  const part = Math.min(Math.max((x - left) / Math.max(width, 1), 0), 1);
  return Math.round(part * (count - 1));
}
