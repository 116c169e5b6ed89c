import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { ArticleUse, ArticleView, ListedArticle } from '@balcao/shared/features/knowledge/calls.ts';
import {
  MAX_ARTICLE_VERSIONS,
  MAX_ARTICLES,
  MAX_FOUND_ARTICLES,
} from '@balcao/shared/features/knowledge/limits.ts';
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { noteFiles } from './article-files.repo.ts';
import * as repo from './knowledge.repo.ts';
import { findNear, type MeaningDeps } from './meanings.service.ts';
import * as versions from './versions.repo.ts';

/** What the team knows. What the actor does not see is not there: ERR_NO_ARTICLE_FOUND. */

export async function get(tx: Tx, actor: Actor, id: number): Promise<ArticleView> {
  return orNotFound(await repo.find(tx, actor, id), 'ERR_NO_ARTICLE_FOUND');
}

/** What answers a question best, in one language or in all. */
export async function search(
  deps: MeaningDeps,
  actor: Actor,
  sought: string,
  language?: Language,
): Promise<ListedArticle[]> {
  const { companyId } = actor;
  const languages = language ? [language] : LANGUAGES;
  const [near = []] = await findNear(deps, companyId, [sought], languages);
  return deps.db.readCompany(companyId, (tx) =>
    repo.search(tx, actor, sought, languages, near, MAX_FOUND_ARTICLES),
  );
}

type Fields = Omit<repo.ArticleFields, 'subjectId'>;

/**
 * ERR_TOO_MANY_ARTICLES, ERR_ARTICLE_TITLE_TAKEN, ERR_ARTICLE_LANGUAGE_TAKEN.
 * @param articleId of the article of which it is the version in another language
 */
export async function create(
  tx: Tx,
  actor: Actor,
  { articleId, ...fields }: Fields & { articleId?: number | undefined },
): Promise<ArticleView> {
  const { companyId } = actor;
  const subjectId = articleId === undefined ? undefined : (await get(tx, actor, articleId)).subjectId;
  await repo.lockCount(tx, companyId);
  if ((await repo.count(tx, companyId)) >= MAX_ARTICLES)
    throw new AppError('ERR_TOO_MANY_ARTICLES', { limit: MAX_ARTICLES });
  const id = await isFree(repo.insert(tx, actor, { ...fields, subjectId }));
  await keepWords(tx, actor, id, fields.body ?? '');
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

/**
 * ERR_ARTICLE_CHANGED, ERR_ARTICLE_TITLE_TAKEN, ERR_ARTICLE_LANGUAGE_TAKEN.
 * @param seen the version whose words were changed
 */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { version: seen, ...fields }: Change<Fields & { version: number }>,
  now: Date,
): Promise<ArticleView> {
  const { companyId, userId } = actor;
  const before = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_ARTICLE_FOUND');
  if (seen !== undefined && seen !== before.version) throw new AppError('ERR_ARTICLE_CHANGED');
  const isReworded = WORDS.some((word) => fields[word] !== undefined && fields[word] !== before[word]);
  const written = isReworded ? { version: before.version + 1, userId, updatedAt: now } : {};
  await isFree(repo.update(tx, companyId, id, { ...fields, ...written }));
  if (isReworded) await keepWords(tx, actor, id, fields.body ?? before.body);
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_ARTICLE_FOUND');
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, article, null);
}

/** Drafts are used by nobody: ERR_NO_ARTICLE_FOUND. */
export async function countUse(
  tx: Tx,
  actor: Actor,
  id: number,
  use: ArticleUse,
): Promise<Record<ArticleUse, number>> {
  await get(tx, actor, id);
  return orNotFound(await repo.countUse(tx, actor.companyId, id, use), 'ERR_NO_ARTICLE_FOUND');
}

export async function listVersions(tx: Tx, actor: Actor, id: number) {
  await get(tx, actor, id);
  return versions.list(tx, actor.companyId, id);
}

/** ERR_NO_ARTICLE_VERSION_FOUND. */
export async function getVersion(tx: Tx, actor: Actor, id: number, version: number) {
  await get(tx, actor, id);
  return orNotFound(await versions.find(tx, actor.companyId, id, version), 'ERR_NO_ARTICLE_VERSION_FOUND');
}

/** Its words as they are now, and the files that they show or offer. ERR_NO_MEDIA_FOUND. */
async function keepWords(tx: Tx, actor: Actor, id: number, body: string): Promise<void> {
  await versions.keep(tx, actor.companyId, id, MAX_ARTICLE_VERSIONS);
  await noteFiles(tx, actor, id, body);
}

const WORDS = ['title', 'category', 'body'] as const;

/** The text itself stands among the versions. */
const AUDITED: Audited<ArticleView> = {
  entity: 'article',
  name: ({ title }) => title,
  fields: ({ title, category, asked, language, audience, published, version }) => ({
    title,
    category,
    asked,
    language,
    audience,
    published,
    version,
  }),
};

async function isFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'knowledge_articles_title')) throw new AppError('ERR_ARTICLE_TITLE_TAKEN');
    if (isUniqueViolation(error, 'knowledge_articles_subject'))
      throw new AppError('ERR_ARTICLE_LANGUAGE_TAKEN');
    throw error;
  }
}
