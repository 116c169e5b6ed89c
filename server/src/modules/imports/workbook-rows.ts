import type { ImportSheet } from '@balcao/shared/features/contacts/imports.ts';
import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { hiddenTables } from './hidden-tables.ts';

export interface WorkbookRows {
  sheets: ImportSheet[];
  /** Which of them the rows are of. */
  sheet: number;
  rows: string[][];
  /** What was saved as their results has been read. */
  hasFormulas: boolean;
}

type Cells = (CellObject | undefined)[][];

/** What people may choose from; more sheets than this are not offered. */
const MAX_SHEETS = 100;

/**
 * The rows of one sheet: of the asked one, else of the first visible one that has some below its headings. Formulas are
 * not calculated. 'formulas' when nobody has ever calculated them.
 */
export function readWorkbook(
  bytes: Buffer,
  maxLines: number,
  asked: number | undefined,
): WorkbookRows | 'formulas' {
  const book = read(bytes, {
    dense: true,
    sheetRows: maxLines,
    cellHTML: false,
    cellNF: true,
  });
  const sheets = sheetsOf(book, bytes);
  const sheet = asked !== undefined && sheets[asked] ? asked : suggested(sheets);
  const found = book.Sheets[book.SheetNames[sheet] ?? ''];
  if (!found) return { sheets, sheet, rows: [], hasFormulas: false };
  const formulas = cellsOf(found)
    .flat()
    .filter((cell) => cell?.f !== undefined);
  if (formulas.length > 0 && formulas.every((cell) => cell && isUnknown(cell))) return 'formulas';
  return { sheets, sheet, rows: rowsOf(book, found), hasFormulas: formulas.length > 0 };
}

/** The result was never saved, or is an error. */
const isUnknown = ({ t, v }: CellObject): boolean => v === undefined || t === 'z' || t === 'e';

function sheetsOf(book: WorkBook, bytes: Buffer): ImportSheet[] {
  const isOpenDocument = book.bookType === 'ods' || book.bookType === 'fods';
  const hidden = isOpenDocument && book.SheetNames.length > 1 ? hiddenTables(bytes) : [];
  return book.SheetNames.slice(0, MAX_SHEETS).map((name, at) => ({
    name: name.slice(0, MAX_NAME_CHARS).toWellFormed(),
    isHidden: hidden[at] ?? (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
    rows: Math.max(0, cellsOf(book.Sheets[name]).filter(isFilled).length - 1),
  }));
}

const MAX_NAME_CHARS = 100;

const isFilled = (row: Cells[number]): boolean =>
  row?.some((cell) => cell?.v !== undefined && cell.v !== '') ?? false;

function suggested(sheets: readonly ImportSheet[]): number {
  const visible = sheets.findIndex(({ isHidden, rows }) => !isHidden && rows > 0);
  return visible >= 0
    ? visible
    : Math.max(
        0,
        sheets.findIndex(({ rows }) => rows > 0),
      );
}

const cellsOf = (sheet: WorkSheet | undefined): Cells => (sheet?.['!data'] ?? []) as Cells;

function rowsOf(book: WorkBook, sheet: WorkSheet): string[][] {
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  for (const cell of cellsOf(sheet).flatMap((row) => row?.filter((one) => one !== undefined) ?? [])) {
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
