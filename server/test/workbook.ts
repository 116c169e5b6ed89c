import { utils, type WritingOptions, write } from '@e965/xlsx';

/** A spreadsheet of one sheet. */
export function workbook(
  rows: unknown[][],
  bookType: 'xlsx' | 'biff8' = 'xlsx',
  options: WritingOptions = {},
): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Clientes');
  return write(book, { ...options, type: 'buffer', bookType }) as Buffer;
}
