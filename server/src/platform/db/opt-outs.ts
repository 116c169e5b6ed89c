import type { Tx } from './client.ts';

type Query = ReturnType<Tx>;

/**
 * Whether somebody who has this number or address has asked to be left alone by campaigns, and is no contact any more, or was
 * none: a condition. Most companies have nobody of those, and nothing is hashed then.
 *
 * @param key of a phone number, or an address of e-mail in small letters, as an expression
 */
export const hadOptedOut = (tx: Tx, companyId: number, key: Query) => tx`(
  exists (select from opt_outs where company_id = ${companyId})
  and exists (
    select from opt_outs o
    where o.company_id = ${companyId} and o.hash = address_hash(
      ${companyId}, case when strpos(${key}, '@') > 0 then 'email' else 'phone' end, ${key})))`;
