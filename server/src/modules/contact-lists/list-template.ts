import { LIST_TEMPLATE_HEADINGS } from '@balcao/shared/features/contact-lists/rules.ts';

/** Wide enough for a name and an address. */
const WIDTH_CHARS = 28;

/** An empty spreadsheet with the headings of a list. A server that writes none does not carry the library. */
export async function listTemplate(): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx');
  const sheet = utils.aoa_to_sheet([[...LIST_TEMPLATE_HEADINGS]]);
  sheet['!cols'] = LIST_TEMPLATE_HEADINGS.map(() => ({ wch: WIDTH_CHARS }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Contatos');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
