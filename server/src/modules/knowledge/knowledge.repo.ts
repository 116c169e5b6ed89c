import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ArticleUse, ArticleView, ListedArticle } from '@balcao/shared/features/knowledge/calls.ts';
import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import { actorScopes, type Scoped } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { articleFiles } from './article-files.repo.ts';
import { foundArticles } from './found-articles.ts';

/** Instants as PostgreSQL's driver reads them. */
type Stored<T> = { [K in keyof T]: K extends 'updatedAt' | 'createdAt' | 'at' ? Date : T[K] };

/** Columns of knowledge_articles `a`, but for the texts. */
const listed = (tx: Tx) => tx`
  a.id, a.subject_id, a.language, a.category, a.title, a.audience, a.published, a.version, a.updated_at`;
/** The same with the texts, and with what they show. */
const whole = (tx: Tx) => tx`${listed(tx)}, a.body, a.asked, ${articleFiles(tx)}`;

const present = <T extends { updatedAt: Date }>({ updatedAt, ...article }: T) => ({
  ...article,
  updatedAt: updatedAt.toISOString(),
});
const presentView = <T extends { updatedAt: Date; createdAt: Date }>({ createdAt, ...article }: T) => ({
  ...present(article),
  createdAt: createdAt.toISOString(),
});

/** Those that the actor sees, with what no console has. */
const views = (tx: Tx, actor: Actor, columns: typeof listed) => tx`
  select ${columns(tx)}, a.created_at, a.sent, a.helped, u.name as user_name
  from knowledge_articles a left join users u on u.company_id = a.company_id and u.id = a.user_id
  where a.company_id = ${actor.companyId} and a.scopes && ${actorScopes(actor)}::text[]`;

export async function loadRows(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<ArticleRow>[]> {
  const records = await tx<(Stored<ArticleRow> & { scopes: string[] })[]>`
    select ${whole(tx)}, a.scopes from knowledge_articles a
    where a.company_id = ${companyId} and a.id = any (${ids as string[]}::bigint[])`;
  return records.map(({ scopes, ...record }) => ({ row: present(record), scopes }));
}

/** If the actor may see it. */
export async function find(tx: Tx, actor: Actor, id: number): Promise<ArticleView | undefined> {
  const [found] = await tx<Stored<ArticleView>[]>`
    ${views(tx, actor, whole)} and a.id = ${id}`;
  return found && presentView(found);
}

/** The same, which nobody else changes until the end of the transaction. */
export async function lock(tx: Tx, actor: Actor, id: number): Promise<ArticleView | undefined> {
  await tx`select from knowledge_articles where company_id = ${actor.companyId} and id = ${id} for update`;
  return find(tx, actor, id);
}

/** Those that the actor sees, by category and title. */
export async function list(
  tx: Tx,
  actor: Actor,
  language: Language | undefined,
  { offset, limit }: Page,
): Promise<ListedArticle[]> {
  const rows = await tx<Stored<ListedArticle>[]>`
    ${views(tx, actor, listed)} ${language ? tx`and a.language = ${language}` : tx``}
    order by plain(a.category), plain(a.title), a.id offset ${offset} limit ${limit}`;
  return rows.map(presentView);
}

/** The best answers to a question that the actor sees, the best first. @param near ids of those that are near to its meaning */
export async function search(
  tx: Tx,
  actor: Actor,
  sought: string,
  languages: readonly Language[],
  near: readonly number[],
  most: number,
): Promise<ListedArticle[]> {
  const rows = await tx<Stored<ListedArticle>[]>`
    with found as (${foundArticles(tx, sought, languages, near, most)})
    select v.* from (${views(tx, actor, listed)}) v join found using (id) order by score desc, id limit ${most}`;
  return rows.map(presentView);
}

/** Those of these titles that an article in this language has, as it has them. */
export async function listTaken(
  tx: Tx,
  companyId: number,
  language: Language,
  titles: readonly string[],
): Promise<string[]> {
  const rows = await tx<{ title: string }[]>`
    select title from knowledge_articles
    where company_id = ${companyId} and language = ${language}
      and plain(title) = any (select plain(sought) from unnest(${[...titles]}::text[]) as sought)`;
  return rows.map(({ title }) => title);
}

/** One change of how many there are after the other, until the end of the transaction. */
export async function lockCount(tx: Tx, companyId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(4243, ${companyId % 2_147_483_647}::int)`;
}

export async function count(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from knowledge_articles where company_id = ${companyId}`;
  return row?.count ?? 0;
}

export type ArticleFields = Pick<ArticleRow, 'language' | 'title'> &
  Change<Pick<ArticleRow, 'category' | 'body' | 'asked' | 'audience' | 'published' | 'subjectId'>>;

export async function insert(tx: Tx, { companyId, userId }: Actor, fields: ArticleFields): Promise<number> {
  return insertInto(tx, 'knowledge_articles', { companyId, userId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<ArticleFields & { version: number; userId: number | null; updatedAt: Date }>,
): Promise<void> {
  await updateIn(tx, 'knowledge_articles', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from knowledge_articles where company_id = ${companyId} and id = ${id}`;
}

export async function countUse(
  tx: Tx,
  companyId: number,
  id: number,
  use: ArticleUse,
): Promise<Record<ArticleUse, number> | undefined> {
  const column = tx(use);
  const [counted] = await tx<Record<ArticleUse, number>[]>`
    update knowledge_articles set ${column} = ${column} + 1 where company_id = ${companyId} and id = ${id}
    returning sent, helped`;
  return counted;
}
