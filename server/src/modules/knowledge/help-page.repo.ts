import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { articleFiles } from './article-files.repo.ts';

/** A company that publishes what it has written for customers. */
export interface HelpingCompany {
  name: string;
  language: Language;
  /** As `#rrggbb`, and an address; null: none of its own. */
  colour: string | null;
  logo: string | null;
}

export type HelpItem = Pick<ArticleRow, 'id' | 'category' | 'title' | 'language'>;
export type HelpArticle = HelpItem &
  Pick<ArticleRow, 'body' | 'files'> & { updatedAt: Date; others: HelpItem[] };

/** More do not stand on one page: the search finds them. */
const MOST = 500;

/** Undefined for a company that publishes nothing, and for none. */
export async function findCompany(tx: Tx, companyId: number): Promise<HelpingCompany | undefined> {
  const [found] = await tx<HelpingCompany[]>`
    select co.name, co.language, nullif(colour.value, '') as colour, nullif(logo.value, '') as logo from companies co
    join settings s on s.company_id = co.id and s.key = 'helpPage' and s.value = 'enabled'
    left join settings colour on colour.company_id = co.id and colour.key = 'helpColour'
    left join settings logo on logo.company_id = co.id and logo.key = 'helpLogo'
    where co.id = ${companyId}`;
  return found;
}

const published = (tx: Tx, companyId: number) => tx`
  from knowledge_articles a where a.company_id = ${companyId} and a.published and a.audience = 'customers'`;

export async function list(tx: Tx, companyId: number, language: Language): Promise<HelpItem[]> {
  return tx<HelpItem[]>`
    select a.id, a.category, a.title, a.language ${published(tx, companyId)} and a.language = ${language}
    order by plain(a.category), plain(a.title), a.id limit ${MOST}`;
}

/** The best first. */
export async function search(
  tx: Tx,
  companyId: number,
  language: Language,
  sought: string,
): Promise<HelpItem[]> {
  return tx<HelpItem[]>`
    select v.* from find_articles(${sought}, ${[language]}::text[], ${MOST}) with ordinality as f (id, place)
    join (select a.id, a.category, a.title, a.language ${published(tx, companyId)}) v using (id)
    order by f.place limit 10`;
}

export async function find(tx: Tx, companyId: number, id: number): Promise<HelpArticle | undefined> {
  const [found] = await tx<HelpArticle[]>`
    select a.id, a.category, a.title, a.language, a.body, a.updated_at, ${articleFiles(tx)}, coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'language', o.language, 'title', o.title) order by o.language)
      from knowledge_articles o
      where o.company_id = a.company_id and o.subject_id = a.subject_id and o.id <> a.id
        and o.published and o.audience = 'customers'), '[]') as others
    ${published(tx, companyId)} and a.id = ${id}`;
  return found;
}

export async function listAddresses(tx: Tx, companyId: number): Promise<{ id: number; updatedAt: Date }[]> {
  return tx<{ id: number; updatedAt: Date }[]>`
    select a.id, a.updated_at ${published(tx, companyId)} order by a.id`;
}
