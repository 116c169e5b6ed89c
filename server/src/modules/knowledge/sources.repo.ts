import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { foundArticles } from './found-articles.ts';

export type Source = Pick<ArticleRow, 'id' | 'title' | 'body'>;

/** Among what is found may be much that is not for customers. */
const MOST = 500;

/** The best of what is published for customers, the best first. */
export async function search(
  tx: Tx,
  companyId: number,
  sought: string,
  languages: readonly Language[],
  near: readonly number[],
  most: number,
): Promise<Source[]> {
  return tx<Source[]>`
    select a.id, a.title, a.body
    from (${foundArticles(tx, sought, languages, near, MOST)}) f
    join knowledge_articles a on a.company_id = ${companyId} and a.id = f.id
    where a.published and a.audience = 'customers' order by f.score desc, f.id limit ${most}`;
}
