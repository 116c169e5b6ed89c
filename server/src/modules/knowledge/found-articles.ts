import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';

/** How little the first places of a list outweigh the next (Cormack and others, 2009). */
const EVENNESS = 60;

/**
 * Ids with scores: what a question's words find, together with what is near to its meaning. What stands high on either list
 * stands high (reciprocal rank fusion).
 */
export const foundArticles = (
  tx: Tx,
  sought: string,
  languages: readonly Language[],
  near: readonly number[],
  most: number,
) => tx`
  select id, sum(1.0 / (${EVENNESS}::int + place)) as score from (
    select id, place
    from find_articles(${sought}, ${[...languages]}::text[], ${most}) with ordinality as worded (id, place)
    union all
    select id, place from unnest(${[...near]}::bigint[]) with ordinality as meant (id, place)) lists
  group by id`;
