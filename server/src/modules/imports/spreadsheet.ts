import { fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { AppError } from '@balcao/shared/errors.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import { askProcess } from '../../platform/ask-process.ts';
import { createLanes } from '../../platform/lanes.ts';
import { readFileBytes } from './file-bytes.ts';
import type { FileKind } from './file-kind.ts';
import type { FileRows, FileToRead, ReadFile } from './spreadsheet-thread.ts';

const PROGRAM = new URL('./spreadsheet-process.ts', import.meta.url);
const DEADLINE_MS = 10_000;
/** Each may take its megabytes, so files wait for one another, and a company's for all of its own. */
const turns = createLanes(2);
/** A company's: one that is read, and three that wait for it, with all their bytes. */
const MAX_FILES_OF_COMPANY = 4;
const inHand = new Map<number, number>();

export interface Spreadsheet extends FileRows {
  /** None when the file has cards. */
  headings: string[];
}

/**
 * Reads a spreadsheet in a process that ends with its file. ERR_TOO_MANY_REQUESTS, ERR_IMPORT_TYPE, ERR_BODY_TOO_LARGE,
 * ERR_IMPORT_PROTECTED, ERR_IMPORT_UNREADABLE (also when it takes too long or too much), ERR_IMPORT_EMPTY,
 * ERR_IMPORT_TOO_MANY_ROWS, ERR_IMPORT_FORMULAS. ERR_IMPORT_WORKBOOKS_ONLY for a text where it is none of `kinds`.
 *
 * @param sheet of a workbook; else one is suggested
 */
export async function readSpreadsheet(
  companyId: number,
  bytes: Readable,
  kinds: readonly FileKind[],
  sheet?: number,
): Promise<Spreadsheet> {
  const before = inHand.get(companyId) ?? 0;
  if (before >= MAX_FILES_OF_COMPANY) throw new AppError('ERR_TOO_MANY_REQUESTS');
  inHand.set(companyId, before + 1);
  try {
    const file = await readFileBytes(bytes);
    return sheetOf(await turns.run([String(companyId)], () => inProcess({ bytes: file, sheet })), kinds);
  } finally {
    const left = (inHand.get(companyId) ?? 0) - 1;
    if (left > 0) inHand.set(companyId, left);
    else inHand.delete(companyId);
  }
}

function sheetOf(answer: ReadFile, kinds: readonly FileKind[]): Spreadsheet {
  if ('code' in answer) throw new AppError(answer.code);
  if (!kinds.includes(answer.kind)) throw new AppError('ERR_IMPORT_WORKBOOKS_ONLY');
  const { kind } = answer;
  const lines = answer.rows.filter((row) => row.some((cell) => cell !== ''));
  const [headings = [], ...rows] = kind === 'cards' ? [[], ...lines] : lines;
  if (rows.length === 0) throw new AppError('ERR_IMPORT_EMPTY');
  if (rows.length > IMPORT_LIMITS.rows)
    throw new AppError('ERR_IMPORT_TOO_MANY_ROWS', { limit: IMPORT_LIMITS.rows });
  const width = Math.min(
    IMPORT_LIMITS.columns,
    Math.max(headings.length, ...rows.slice(0, 100).map((row) => row.length)),
  );
  return { ...answer, headings: Array.from({ length: width }, (_, at) => headings[at] ?? ''), rows };
}

async function inProcess(file: FileToRead): Promise<ReadFile> {
  const child = fork(PROGRAM, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
    serialization: 'advanced',
  });
  const answer = await askProcess<ReadFile>(child, file, DEADLINE_MS).catch(() => null);
  child.kill('SIGKILL');
  return answer ?? { code: 'ERR_IMPORT_UNREADABLE' };
}
