import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { withoutGuard } from '@balcao/shared/features/contacts/csv.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/import-columns.ts';
import { type CellObject, read, SSF, utils } from '@e965/xlsx';
import { holdsCards, readCardRows } from './card-rows.ts';
import { fitColumns } from './spreadsheet-columns.ts';
import { decode, parseText } from './spreadsheet-text.ts';

/** Reads one spreadsheet or address book, then ends (spreadsheet-process.ts). */

/** What a file is by its bytes: its name is its sender's choice. */
export type FileKind = 'workbook' | 'text' | 'cards';
export type ReadFile = { kind: FileKind; rows: string[][] } | { code: ErrorCode };

/** A workbook can show one long text in every cell; other files write down each. */
const MAX_CHARS = 2 * IMPORT_LIMITS.bytes;
/** Headings, all rows, and one more to see that there are too many. */
const MAX_LINES = IMPORT_LIMITS.rows + 2;

function readFile(bytes: Buffer): ReadFile {
  const kind = kindOf(bytes);
  if (!kind) return { code: 'ERR_IMPORT_TYPE' };
  try {
    const rows = READERS[kind](bytes);
    if (rows === 'formulas') return { code: 'ERR_IMPORT_FORMULAS' };
    const tidied = fitColumns(rows).map(tidy);
    return charsOf(tidied) > MAX_CHARS ? { code: 'ERR_BODY_TOO_LARGE' } : { kind, rows: tidied };
  } catch (error) {
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message);
    return { code: isProtected ? 'ERR_IMPORT_PROTECTED' : 'ERR_IMPORT_UNREADABLE' };
  }
}

function kindOf(bytes: Buffer): FileKind | null {
  const starts = bytes.subarray(0, 4).toString('hex');
  if (starts === '504b0304' || starts === 'd0cf11e0') return 'workbook';
  const wide = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0));
  const start = bytes.subarray(0, 4_096);
  if (!wide && start.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return null;
  return holdsCards(decode(start)) ? 'cards' : 'text';
}

const READERS: Record<FileKind, (bytes: Buffer) => string[][] | 'formulas'> = {
  workbook: parseWorkbook,
  text: (bytes) => parseText(bytes, MAX_LINES),
  cards: (bytes) => readCardRows(bytes, MAX_LINES),
};

/** The first sheet. Formulas are not read: what they say depends on who opens the file. */
function parseWorkbook(bytes: Buffer): string[][] | 'formulas' {
  const book = read(bytes, { dense: true, sheetRows: MAX_LINES, cellHTML: false, cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) return [];
  const cells = ((sheet['!data'] ?? []) as (CellObject | undefined)[][]).flatMap(
    (row) => row?.filter((cell) => cell !== undefined) ?? [],
  );
  if (cells.some(({ f }) => f !== undefined)) return 'formulas';
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  for (const cell of cells) {
    if (isDate(cell)) Object.assign(cell, { t: 's', v: dateOf(Number(cell.v), date1904) });
    // It would make a day of a text too that stands in a column of days.
    cell.z = '';
  }
  // Numbers as they are, not as a narrow column shows them (5.5E+12).
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: false });
  return rows.map((row) => row.map(written));
}

/** A day is a number that its cell shows as one. */
const isDate = ({ t, z }: CellObject) => t === 'n' && typeof z === 'string' && SSF.is_date(z);

function dateOf(days: number, date1904: boolean): string {
  const format = days < 1 ? 'hh:mm' : days % 1 === 0 ? 'dd/mm/yyyy' : 'dd/mm/yyyy hh:mm';
  return SSF.format(format, days, { date1904 });
}

function written(value: unknown): string {
  if (typeof value === 'number')
    return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 });
  return value === null || value === undefined ? '' : String(value);
}

/** No NUL, which no database text can hold, no more than is kept, and no half of a letter where it is cut. */
const tidy = (row: string[]): string[] =>
  row
    .slice(0, IMPORT_LIMITS.columns)
    .map((cell) =>
      withoutGuard(cell.replaceAll('\0', '').trim()).slice(0, IMPORT_LIMITS.cellChars).toWellFormed(),
    );

const charsOf = (rows: string[][]) => rows.flat().reduce((sum, cell) => sum + cell.length, 0);

parentPort?.postMessage(readFile(Buffer.from(workerData as Uint8Array)));
