import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { withoutGuard } from '@balcao/shared/features/contacts/csv.ts';
import type { ImportSheet } from '@balcao/shared/features/contacts/imports.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import { readCardRows } from './card-rows.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import { fitColumns } from './spreadsheet-columns.ts';
import { parseText } from './spreadsheet-text.ts';
import { readWorkbook } from './workbook-rows.ts';

/** Reads one spreadsheet or address book, then ends (spreadsheet-process.ts). */

export interface FileToRead {
  bytes: Uint8Array;
  /** Of a workbook; else one is suggested. */
  sheet: number | undefined;
}
export interface FileRows {
  kind: FileKind;
  rows: string[][];
  /** What a workbook has. */
  sheets: ImportSheet[];
  /** Which of them the rows are of. */
  sheet: number;
  hasFormulas: boolean;
}
export type ReadFile = FileRows | { code: ErrorCode };

/** A workbook can show one long text in every cell; other files write down each. */
const MAX_CHARS = 2 * IMPORT_LIMITS.bytes;
/** Headings, all rows, and one more to see that there are too many. */
const MAX_LINES = IMPORT_LIMITS.rows + 2;

function readFile(bytes: Buffer, sheet: number | undefined): ReadFile {
  const kind = kindOf(bytes);
  if (!kind) return { code: 'ERR_IMPORT_TYPE' };
  try {
    const found = READERS[kind](bytes, sheet);
    if (found === 'formulas') return { code: 'ERR_IMPORT_FORMULAS' };
    const rows = fitColumns(found.rows).map(tidy);
    return charsOf(rows) > MAX_CHARS ? { code: 'ERR_BODY_TOO_LARGE' } : { ...found, kind, rows };
  } catch (error) {
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message);
    return { code: isProtected ? 'ERR_IMPORT_PROTECTED' : 'ERR_IMPORT_UNREADABLE' };
  }
}

type Reader = (bytes: Buffer, sheet: number | undefined) => Omit<FileRows, 'kind'> | 'formulas';

const READERS: Record<FileKind, Reader> = {
  workbook: (bytes, sheet) => readWorkbook(bytes, MAX_LINES, sheet),
  text: (bytes) => alone(parseText(bytes, MAX_LINES)),
  cards: (bytes) => alone(readCardRows(bytes, MAX_LINES)),
};

const alone = (rows: string[][]): Omit<FileRows, 'kind'> => ({
  rows,
  sheets: [],
  sheet: 0,
  hasFormulas: false,
});

/** No NUL, which no database text can hold, no more than is kept, and no half of a letter where it is cut. */
const tidy = (row: string[]): string[] =>
  row
    .slice(0, IMPORT_LIMITS.columns)
    .map((cell) =>
      withoutGuard(cell.replaceAll('\0', '').trim()).slice(0, IMPORT_LIMITS.cellChars).toWellFormed(),
    );

const charsOf = (rows: string[][]) => rows.flat().reduce((sum, cell) => sum + cell.length, 0);

const { bytes, sheet } = workerData as FileToRead;
parentPort?.postMessage(readFile(Buffer.from(bytes), sheet));
