import { cleanFileName } from '../../platform/http/file-name.ts';
import type { LedgerFile } from './conversation-documents.service.ts';

/** With the number before it a name fits into the 255 bytes of a disk, whatever its letters. */
const STEM_CHARS = 60;
const EXTENSION = /\.[\p{L}\d]{1,10}$/u;

/** `0007 nota.pdf`: a name that every system can write, and that no other file has. */
export function archivedName(number: number, { name, mime }: Pick<LedgerFile, 'name' | 'mime'>): string {
  const clean = cleanFileName(name)
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/[. ]+$/, '');
  const extension = EXTENSION.exec(clean)?.[0] ?? extensionOf(mime);
  const stem = clean.replace(EXTENSION, '').slice(0, STEM_CHARS).toWellFormed().trim();
  return `${String(number).padStart(4, '0')}${stem ? ` ${stem}` : ''}${extension}`;
}

/** As many types are called: `image/jpeg`. */
function extensionOf(mime: string): string {
  const kind = /^\w+\/([a-z\d]{2,5})(?:;|$)/.exec(mime)?.[1];
  return kind ? `.${kind}` : '';
}
