import { type CellObject, CFB, utils, type WorkBook, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { flatSheets } from '../../../test/flat-sheets.ts';
import { readWorkbook } from './workbook-rows.ts';

const ROWS = [
  ['Nome', 'Telefone'],
  ['João 😀', '5511988880001'],
];

function book(sheets: Record<string, unknown[][]>, hidden: readonly string[] = []): WorkBook {
  const made = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name);
  made.Workbook = {
    Sheets: made.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })),
  };
  return made;
}
const bytesOf = (made: WorkBook, bookType: 'xlsx' | 'biff8' = 'xlsx') =>
  write(made, { type: 'buffer', bookType }) as Buffer;
const read = (bytes: Buffer, sheet?: number) => readWorkbook(bytes, 100, sheet);

/** The archive that LibreOffice packs the same document into. */
function archived(flat: Buffer): Buffer {
  const archive = CFB.utils.cfb_new();
  CFB.utils.cfb_add(archive, '/META-INF/manifest.xml', Buffer.from('<manifest:manifest/>'));
  CFB.utils.cfb_add(archive, '/styles.xml', Buffer.from('<office:document-styles/>'));
  CFB.utils.cfb_add(
    archive,
    '/content.xml',
    Buffer.from(flat.toString().replaceAll('office:document', 'office:document-content')),
  );
  return CFB.write(archive, { type: 'buffer', fileType: 'zip' } as never) as unknown as Buffer;
}

describe('of several sheets', () => {
  const SHEETS = { Antiga: ROWS, Vazia: [['Nome']], Clientes: ROWS, Outra: [['Nome'], ['Ana'], ['Bia']] };
  const flat = flatSheets(
    Object.entries(SHEETS).map(([name, rows]) => ({ name, rows, isHidden: name === 'Antiga' })),
  );
  it.each([
    ['XLSX', bytesOf(book(SHEETS, ['Antiga']))],
    ['XLS', bytesOf(book(SHEETS, ['Antiga']), 'biff8')],
    ['FODS', flat],
    ['ODS', archived(flat)],
  ])('the first visible one with rows is suggested: %s', (_, bytes) => {
    expect(read(bytes)).toEqual({
      sheets: [
        { name: 'Antiga', isHidden: true, rows: 1 },
        { name: 'Vazia', isHidden: false, rows: 0 },
        { name: 'Clientes', isHidden: false, rows: 1 },
        { name: 'Outra', isHidden: false, rows: 2 },
      ],
      sheet: 2,
      rows: ROWS,
      hasFormulas: false,
    });
  });

  it('the one that was asked for is read, if there is one', () => {
    expect(read(flat, 3)).toMatchObject({ sheet: 3, rows: SHEETS.Outra });
    expect(read(flat, 0)).toMatchObject({ sheet: 0, rows: ROWS });
    expect(read(flat, 9)).toMatchObject({ sheet: 2 });
  });

  it('a hidden one is suggested where no other has rows', () => {
    expect(read(bytesOf(book({ Vazia: [], Antiga: ROWS }, ['Antiga'])))).toMatchObject({ sheet: 1 });
    expect(read(bytesOf(book({ Vazia: [] })))).toMatchObject({ sheet: 0, rows: [] });
  });
});

describe('a formula', () => {
  const withFormulas = (...cells: CellObject[]) => {
    const made = book({ Clientes: ROWS });
    cells.forEach((cell, at) => {
      Object.assign(made.Sheets.Clientes ?? {}, { [`A${at + 3}`]: cell, '!ref': 'A1:B9' });
    });
    return read(bytesOf(made));
  };

  it('has the result that was saved with it', () => {
    expect(
      withFormulas(
        { t: 's', v: 'Ana', f: 'A2&""' },
        { t: 'n', v: 7, f: '1+1' },
        { t: 's', v: '', f: 'IF(1,"","")' },
      ),
    ).toMatchObject({ rows: [...ROWS, ['Ana', ''], ['7', ''], ['', '']], hasFormulas: true });
    expect(read(flatSheets([{ name: 'Clientes', rows: [...ROWS, ['=1+1']] }]))).toMatchObject({
      rows: [...ROWS, ['7', '']],
      hasFormulas: true,
    });
  });

  it('that nobody has calculated is told', () => {
    expect(withFormulas({ t: 'n', f: '1+1' })).toBe('formulas');
  });
});

it('numbers of OpenDocument are what they are, not what is shown', () => {
  const rows = [['Telefone'], ['5511988880001']];
  expect(read(flatSheets([{ name: 'Clientes', rows }]))).toMatchObject({ rows });
});
