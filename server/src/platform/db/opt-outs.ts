import type { Tx } from './client.ts';

type Query = ReturnType<Tx>;

/**
 * Whether somebody who had this number had asked to be left alone by campaigns, and was deleted: a condition. Most
 * companies have deleted nobody of those, and no number is hashed then.
 *
 * @param number the key of a phone number, as an expression
 */
export const hadOptedOut = (tx: Tx, companyId: number, number: Query) => tx`(
  exists (select from opt_outs where company_id = ${companyId})
  and exists (
    select from opt_outs o
    where o.company_id = ${companyId} and o.hash = address_hash(${companyId}, 'phone', ${number})))`;
