import sharp from 'sharp';

const SIDE = 320;
const GROUNDS = ['#b7d3c6', '#e8c9a8', '#c3cbe6', '#e3bcc4', '#cfd8a8'];
const CLOTHES = ['#2f6d5a', '#a4542a', '#46509a', '#93405a', '#66752c'];

/** Draws a head and shoulders as JPEG, always the same for the same number: a profile picture of no real person. */
export function portraitOf(number: string): Promise<Buffer> {
  const at = [...number].reduce((sum, digit) => sum + Number(digit), 0) % GROUNDS.length;
  const drawing = `
    <svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 32 32">
      <rect width="32" height="32" fill="${GROUNDS[at]}"/>
      <circle cx="16" cy="12.5" r="5.5" fill="#8d5a3c"/>
      <path d="M10.2 12.5a5.8 6.4 0 0 1 11.6 0c-2-.4-3.4-1.6-4.2-3.2-1.6 1.9-4 3.1-7.4 3.2z" fill="#2d211c"/>
      <path d="M4 34a12 12.5 0 0 1 24 0z" fill="${CLOTHES[at]}"/>
    </svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer();
}
