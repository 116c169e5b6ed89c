import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Articles as numbers of the company's AI. */

const MODEL: SettingKey = 'embeddingModel';
const PROMPT: SettingKey = 'agentHelpPrompt';
/** So many articles are compared with a question, the newest. */
const MOST = 2_000;
/** Of an article: title, how people ask for it, and what the text begins with. Small models read no more. */
const TITLE_AND_ASKED_CHARS = 600;
const CHARS = 1_600;

const words = (tx: Tx) => tx`
  left(left(concat_ws(E'\n', a.title, nullif(a.asked, '')), ${TITLE_AND_ASKED_CHARS}) || E'\n' || a.body, ${CHARS})`;

/** Companies that have named a model, and whose plan has an AI. */
const willing = (tx: Tx) => tx`
  settings m
  join settings p on p.company_id = m.company_id and p.key = ${PROMPT} and p.value <> ''
  join companies c on c.id = m.company_id
  join plans on plans.id = c.plan_id and plans.use_open_ai
  left join meaning_faults f on f.company_id = m.company_id`;

const newest = (tx: Tx) => tx`
  select a.company_id, a.id from knowledge_articles a
  where a.company_id = m.company_id and a.published order by a.id desc limit ${MOST}`;

/** Whom a company has told to say what words mean. @property failedAt when it did not, the last time */
interface Wanted {
  model: string;
  promptId: number;
  failedAt: Date | null;
}

export async function findWanted(tx: Tx, companyId: number): Promise<Wanted | undefined> {
  const [found] = await tx<Wanted[]>`
    select m.value as model, p.value::bigint as prompt_id, f.at as failed_at from ${willing(tx)}
    where m.company_id = ${companyId} and m.key = ${MODEL} and m.value <> ''`;
  return found;
}

/** Companies with an article of which no meaning is known yet, but for those whose AI has failed since then. */
export async function listDue(
  tx: Tx,
  failedSince: Date,
  limit: number,
): Promise<{ companyId: number; id: number }[]> {
  return tx<{ companyId: number; id: number }[]>`
    select m.company_id, m.company_id as id from ${willing(tx)}
    where m.key = ${MODEL} and m.value <> '' and coalesce(f.at <= ${failedSince}, true) and exists (
      select from (${newest(tx)}) n
      left join article_meanings k on k.company_id = n.company_id and k.article_id = n.id and k.model = m.value
      where k.article_id is null)
    order by m.company_id limit ${limit}`;
}

/** The newest such article, with the words that count. */
export async function findUnread(
  tx: Tx,
  companyId: number,
): Promise<{ id: number; words: string } | undefined> {
  const [found] = await tx<{ id: number; words: string }[]>`
    select a.id, ${words(tx)} as words from settings m cross join lateral (${newest(tx)}) n
    join knowledge_articles a on a.company_id = n.company_id and a.id = n.id
    left join article_meanings k on k.company_id = n.company_id and k.article_id = n.id and k.model = m.value
    where m.company_id = ${companyId} and m.key = ${MODEL} and k.article_id is null
    order by n.id desc limit 1`;
  return found;
}

export interface Meaning {
  model: string;
  /** Empty: the model does not take the article's words. */
  numbers: Buffer;
}

/** Unless it has other words by now. */
export async function save(
  tx: Tx,
  companyId: number,
  article: { id: number; words: string },
  { model, numbers }: Meaning,
): Promise<void> {
  await tx`
    insert into article_meanings (company_id, article_id, model, numbers)
    select a.company_id, a.id, ${model}, ${numbers} from knowledge_articles a
    where a.company_id = ${companyId} and a.id = ${article.id} and a.published and ${words(tx)} = ${article.words}
    for share
    on conflict (company_id, article_id) do update set model = excluded.model, numbers = excluded.numbers`;
}

/** Those of a model. */
export async function list(
  tx: Tx,
  companyId: number,
  languages: readonly Language[],
  model: string,
): Promise<{ id: number; numbers: Buffer }[]> {
  return tx<{ id: number; numbers: Buffer }[]>`
    select k.article_id as id, k.numbers from article_meanings k
    join knowledge_articles a on a.company_id = k.company_id and a.id = k.article_id
    where k.company_id = ${companyId} and k.model = ${model} and a.language = any (${[...languages]}::text[])
      and k.numbers <> ''
    order by k.article_id desc limit ${MOST}`;
}

/** Those that have another count of numbers: the model has become another one under its old name. */
export async function removeOthers(tx: Tx, companyId: number, { numbers }: Meaning): Promise<void> {
  await tx`
    delete from article_meanings where company_id = ${companyId} and octet_length(numbers) not in (0, ${numbers.length})`;
}

export async function noteFault(tx: Tx, companyId: number, reason: string, at: Date): Promise<void> {
  await tx`
    insert into meaning_faults as f (company_id, reason, since, at) values (${companyId}, ${reason}, ${at}, ${at})
    on conflict (company_id) do update set reason = excluded.reason, at = excluded.at`;
}

export async function forgetFault(tx: Tx, companyId: number): Promise<void> {
  await tx`delete from meaning_faults where company_id = ${companyId}`;
}

/** Of all companies that still want it. */
export async function findFaults(tx: Tx): Promise<{ since: Date | null; names: string[] }> {
  const [found] = await tx<[{ since: Date | null; names: string[] }]>`
    select min(f.since) as since, coalesce(array_agg(c.name order by c.name), '{}') as names from ${willing(tx)}
    where m.key = ${MODEL} and m.value <> '' and f.company_id is not null`;
  return found;
}
