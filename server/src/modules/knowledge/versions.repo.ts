import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { ArticleVersionItem, getArticleVersion } from '@balcao/shared/features/knowledge/calls.ts';
import type { Tx } from '../../platform/db/client.ts';

type Version = RouteOutput<typeof getArticleVersion>;
type Stored<T> = Omit<T, 'at'> & { at: Date };

const present = <T extends { at: Date }>({ at, ...version }: T) => ({ ...version, at: at.toISOString() });

const versions = (tx: Tx, companyId: number, articleId: number) => tx`
  select v.version, v.at, v.title, v.category, v.body, u.name as user_name
  from knowledge_versions v left join users u on u.company_id = v.company_id and u.id = v.user_id
  where v.company_id = ${companyId} and v.article_id = ${articleId}`;

/** Notes the words of an article as they are now. @param most so many states stay */
export async function keep(tx: Tx, companyId: number, articleId: number, most: number): Promise<void> {
  await tx`
    insert into knowledge_versions (company_id, article_id, version, category, title, body, user_id, at)
    select company_id, id, version, category, title, body, user_id, updated_at
    from knowledge_articles where company_id = ${companyId} and id = ${articleId}`;
  await tx`
    delete from knowledge_versions v using knowledge_articles a
    where a.company_id = ${companyId} and a.id = ${articleId}
      and v.company_id = a.company_id and v.article_id = a.id and v.version <= a.version - ${most}::int`;
}

/** The newest first. */
export async function list(tx: Tx, companyId: number, articleId: number): Promise<ArticleVersionItem[]> {
  const rows = await tx<Stored<ArticleVersionItem>[]>`
    select version, at, title, user_name from (${versions(tx, companyId, articleId)}) v order by version desc`;
  return rows.map(present);
}

export async function find(
  tx: Tx,
  companyId: number,
  articleId: number,
  version: number,
): Promise<Version | undefined> {
  const [found] = await tx<Stored<Version>[]>`
    ${versions(tx, companyId, articleId)} and v.version = ${version}::bigint`;
  return found && present(found);
}
