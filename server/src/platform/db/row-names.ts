import type postgres from 'postgres';
import type { Tx } from './client.ts';

/**
 * Whether a row of a file names one of these addresses: a number as people write it, so by its last digits, or an e-mail.
 * One that only ends alike is a line less of a report. Such rows are kept for some days only: all of a company are read.
 *
 * @param addresses the same for all rows
 */
export const rowNames = (tx: Tx, cells: postgres.Fragment, addresses: postgres.Fragment) =>
  tx`array_to_string(${cells}, e'\n') ~* (select written_in_rows(${addresses}))`;
