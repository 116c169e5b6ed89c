import type postgres from 'postgres';
import type { Tx } from './client.ts';

/**
 * Whether a row of a file names one of these addresses: a number as people write it, so by its last digits, or an e-mail.
 * One that only ends alike is a line less of a report.
 */
export const rowNames = (tx: Tx, cells: postgres.Fragment, addresses: postgres.Fragment) => tx`exists (
  select from unnest(${cells}) as cell, regexp_replace(cell, '[^0-9]', '', 'g') as digits, unnest(${addresses}) as address
  where lower(trim(cell)) = lower(address)
    or (address ~ '^[0-9]{8,}$' and length(digits) >= 8 and right(digits, 8) = right(address, 8)))`;
