import { holdsCards } from './card-rows.ts';
import { decode } from './spreadsheet-text.ts';

/** What a file is by its bytes: its name is its sender's choice. */
export type FileKind = 'workbook' | 'text' | 'cards';

/** So many bytes of its start tell. */
export const KIND_BYTES = 16_384;

export function kindOf(bytes: Buffer): FileKind | null {
  const starts = bytes.subarray(0, 4).toString('hex');
  if (starts === '504b0304' || starts === 'd0cf11e0') return 'workbook';
  const start = bytes.subarray(0, 4_096);
  if (!isWide(bytes) && start.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return null;
  if (isFlatOpenDocument(bytes)) return 'workbook';
  return holdsCards(decode(start)) ? 'cards' : 'text';
}

/** UTF-16 with its mark, or with the first letter of a card in place of it. */
export const isWide = (bytes: Buffer): boolean =>
  bytes.length > 1 && [0xfffe, 0xfeff, 0x4200, 0x0042].includes(bytes.readUInt16BE(0));

/** A spreadsheet of LibreOffice that is no archive (.fods) names its kind behind a page of namespaces. */
const isFlatOpenDocument = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*<(\?xml|office:document)\b/.test(bytes.toString('utf8', 0, 100)) &&
  bytes.subarray(0, KIND_BYTES).includes('application/vnd.oasis.opendocument.spreadsheet');
