import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { filesIn } from '@balcao/shared/features/knowledge/files.ts';
import type { Tx } from '../../platform/db/client.ts';
import { holdStored, type StoredFile } from '../media/media.service.ts';

/** Which pictures and files each version of an article shows or offers: they stay as long as one of them does. */

/** Those of an article `a` as its words are now: a column. */
export const articleFiles = (tx: Tx) => tx`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'mime', f.mime, 'name', f.name, 'size', f.size,
    'width', f.width, 'height', f.height) order by f.id), '[]')
  from article_files x join media f on f.company_id = x.company_id and f.id = x.media_id
  where x.company_id = a.company_id and x.article_id = a.id and x.version = a.version) as files`;

/** Notes what the words of an article name: files of their writer's, or of another article. ERR_NO_MEDIA_FOUND. */
export async function noteFiles(
  tx: Tx,
  { companyId, userId }: Actor,
  articleId: number,
  body: string,
): Promise<void> {
  const ids = filesIn(body);
  if (ids.length === 0) return;
  await holdStored(tx, companyId, ids);
  const noted = await tx`
    insert into article_files (company_id, article_id, version, media_id)
    select a.company_id, a.id, a.version, f.id from knowledge_articles a
    join media f on f.company_id = a.company_id and f.id = any (${ids}::uuid[]) and f.state = 'stored'
    where a.company_id = ${companyId} and a.id = ${articleId} and (f.uploaded_by = ${userId}::bigint or exists (
      select from article_files x where x.company_id = f.company_id and x.media_id = f.id))`;
  if (noted.count < ids.length) throw new AppError('ERR_NO_MEDIA_FOUND');
}

/** A file of an article that customers may read, as its words are now. */
export async function findPublicFile(
  tx: Tx,
  companyId: number,
  mediaId: string,
): Promise<StoredFile | undefined> {
  const [found] = await tx<StoredFile[]>`
    select f.state, f.path, f.mime, f.name, f.size from media f
    where f.company_id = ${companyId} and f.id = ${mediaId} and exists (
      select from article_files x
      join knowledge_articles a on a.company_id = x.company_id and a.id = x.article_id and a.version = x.version
      where x.company_id = f.company_id and x.media_id = f.id and a.published and a.audience = 'customers')`;
  return found;
}
