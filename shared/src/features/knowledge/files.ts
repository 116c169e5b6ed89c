import type { MediaView } from '../media/row.ts';

/**
 * Pictures and files in the text of an article: `![words](/media/<id>)`, and `[words](/media/<id>)` for one that is only
 * offered. The address is that of the file on this server, for those who may read the article.
 */

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const ADDRESS = new RegExp(`^/media/(${UUID})$`, 'i');
/** Where an address stands in Markdown: in brackets, or behind the name of a link. */
const CITED = new RegExp(`(?<=[(<\\s])/media/(${UUID})(?=[)>\\s]|$)`, 'gi');
const WITH_WORDS = new RegExp(`(!?)\\[([^\\]]{0,400})\\]\\(\\s?<?/media/${UUID}>?[^)]{0,400}\\)`, 'gi');

/** How a text shows a picture or offers a file. Words with brackets would end them. */
export const markdownOfFile = ({ id, mime }: Pick<MediaView, 'id' | 'mime'>, words: string): string =>
  `${mime.startsWith('image/') ? '!' : ''}[${words.replaceAll(/[[\]\\]/g, ' ')}](/media/${id})`;

/** The file to which an address leads; null: another address. */
export const fileAt = (address: string): string | null => ADDRESS.exec(address)?.[1]?.toLowerCase() ?? null;

/** Ids of the files that a text shows or offers, each once. */
export const filesIn = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(CITED)].map(([, id = '']) => id.toLowerCase())),
];

/** A text for where there are words alone: without its pictures, and with what its files are called. */
export const withoutFiles = (markdown: string): string =>
  markdown.replace(WITH_WORDS, (_, isPicture: string, words: string) => (isPicture ? '' : words));

/** The place of a picture, known before it has come, so that nothing moves when it does. Pixels; null: nobody knows. */
export function placeOfPicture({ width, height }: Pick<MediaView, 'width' | 'height'>, most: number) {
  if (!width || !height) return null;
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
