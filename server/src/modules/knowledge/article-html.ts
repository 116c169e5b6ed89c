import { fileAt, placeOfPicture } from '@balcao/shared/features/knowledge/files.ts';
import { helpFilePath } from '@balcao/shared/features/knowledge/help-page.ts';
import type { ArticleFileView } from '@balcao/shared/features/knowledge/row.ts';
import { micromark } from 'micromark';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { hasThumbnail } from '../media/media.headers.ts';

/** Pixels of the longer side of the small picture that a page shows; a click shows the whole one. */
const SMALL_PX = 640;

/**
 * What micromark writes of a picture, with the link right around it, and of a link to a file. It escapes what a text has of
 * either: nothing else looks like this.
 */
const PICTURE =
  /(<a href="[^"]*"(?: title="[^"]*")?>)?<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? \/>/g;
const LINK = /(<a href=")(\/media\/[^"]*)"/g;

/**
 * An article as customers read it. HTML in the text comes out as text, and so do links that are none of the web and pictures
 * that are none of the article's: another server would hear who reads.
 */
export function articleHtml(companyId: number, body: string, files: readonly ArticleFileView[]): string {
  const named = (address: string) => files.find(({ id }) => id === fileAt(address));
  return micromark(body)
    .replace(PICTURE, (_, around: string | undefined, address: string, words: string) => {
      const file = named(address);
      const shown = file && hasThumbnail(file.mime) ? small(companyId, file, words) : words;
      if (around !== undefined || !file) return `${around ?? ''}${shown}`;
      return `<a href="${helpFilePath(companyId, file.id)}">${shown || escapeHtml(file.name)}</a>`;
    })
    .replace(LINK, (_, opens: string, address: string) => {
      const file = named(address);
      return `${opens}${file ? helpFilePath(companyId, file.id) : ''}"`;
    });
}

function small(companyId: number, file: ArticleFileView, words: string): string {
  const place = placeOfPicture(file, SMALL_PX);
  const size = place ? ` width="${place.width}" height="${place.height}"` : '';
  return `<img src="${helpFilePath(companyId, file.id)}/thumbnail" alt="${words}"${size} loading="lazy">`;
}
