import { luminance, type Palette, paletteOf, toHex } from '@balcao/shared/text/colours.ts';

/** What the chat's own letters stand on. */
const PAPER = { light: '#ffffff', dark: '#1b1d21' };
/** A page below this luminance has light letters. */
const DARK = 0.2;

/** @param colour the shop's */
export const chatPalette = (colour: string, theme: 'light' | 'dark'): Palette =>
  paletteOf(colour, PAPER[theme]);

/** Whether the page is dark where the chat stands: its own background decides, else what the browser paints below it. */
export function isDarkPage(): boolean {
  const canvas = document.createElement('div');
  canvas.style.backgroundColor = 'Canvas';
  document.documentElement.append(canvas);
  const colours = [document.body, document.documentElement, canvas].map(
    (element) => getComputedStyle(element).backgroundColor,
  );
  canvas.remove();
  for (const colour of colours) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    if (alpha > 0.5) return luminance(toHex([red, green, blue])) < DARK;
  }
  return false;
}

export const prefersDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
