/** Colours that can be read, whatever colour a shop has chosen. */

/** Letters need this much contrast to what they stand on (WCAG 2.2, level AA). */
const READABLE = 4.5;

type Rgb = [number, number, number];

export interface Palette {
  /** The shop's colour, and letters on it. */
  accent: string;
  onAccent: string;
  /** The shop's colour as letters: as dark, or as light, as it must be to be read. */
  ink: string;
}

/** @param colour as `#rrggbb` @param paper what letters stand on */
export function paletteOf(colour: string, paper: string): Palette {
  const onAccent = contrast(colour, '#ffffff') >= READABLE ? '#ffffff' : '#000000';
  return { accent: colour, onAccent, ink: readableOn(paper, colour) };
}

/** The colour, mixed with black or white in steps until it can be read. */
function readableOn(paper: string, colour: string): string {
  const end = luminance(paper) > 0.5 ? 0 : 255;
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = toHex(toRgb(colour).map((value) => Math.round(value + (end - value) * part)) as Rgb);
    if (contrast(mixed, paper) >= READABLE) return mixed;
  }
  return toHex([end, end, end]);
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function luminance(colour: string): number {
  const [red, green, blue] = toRgb(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toRgb = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb;

export const toHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
