import type {
  EvaluatedAnswer,
  EvaluatedQuestion,
  Evaluation,
} from '@balcao/shared/features/evaluations/calls.ts';
import type { Variant } from '@balcao/shared/features/evaluations/rules.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Question } from './questions.repo.ts';

export interface EvaluationRecord extends Omit<Evaluation, 'at'> {
  at: Date;
  today: string;
  changed: string | null;
}

const records = (tx: Tx, companyId: number) => tx`
  select e.id, e.prompt_id, p.name as prompt_name, e.at, u.name as user_name, e.today, e.changed,
    e.changed is not null as is_comparison, s.*
  from evaluations e
  join prompts p on p.company_id = e.company_id and p.id = e.prompt_id
  left join users u on u.company_id = e.company_id and u.id = e.user_id
  cross join lateral (
    select count(distinct q.id)::int as questions, count(a.id)::int as answers,
      count(a.id) filter (where a.outcome <> 'waiting')::int as ended,
      count(a.id) filter (where ${isUnasked(tx)})::int as unasked,
      count(a.id) filter (where a.outcome = 'waiting') > 0 as is_running,
      jsonb_build_object('today', ${judged(tx, 'today')}, 'changed', ${judged(tx, 'changed')}) as judged
    from evaluation_questions q
    left join evaluation_answers a on a.company_id = q.company_id and a.question_id = q.id
    where q.company_id = e.company_id and q.evaluation_id = e.id) s
  where e.company_id = ${companyId}`;

/** Stopped, or failed. */
const isUnasked = (tx: Tx) => tx`(a.outcome = 'stopped' or a.outcome like 'ERR%')`;

const judged = (tx: Tx, variant: Variant) => tx`jsonb_build_object(
  'good', count(*) filter (where a.variant = ${variant} and a.good),
  'bad', count(*) filter (where a.variant = ${variant} and not a.good))`;

/** The newest first. */
export const list = (
  tx: Tx,
  companyId: number,
  after: string | undefined,
  limit: number,
): Promise<EvaluationRecord[]> =>
  tx<EvaluationRecord[]>`
    ${records(tx, companyId)} ${after === undefined ? tx`` : tx`and e.id < ${after}`}
    order by e.id desc limit ${limit}`;

export async function find(tx: Tx, companyId: number, id: string): Promise<EvaluationRecord | undefined> {
  const [found] = await tx<EvaluationRecord[]>`${records(tx, companyId)} and e.id = ${id}`;
  return found;
}

/** Nobody else begins one of this prompt until the transaction ends. Undefined: there is no such prompt. */
export async function lockPrompt(
  tx: Tx,
  companyId: number,
  promptId: number,
): Promise<{ prompt: string; isTried: boolean } | undefined> {
  await tx`select from prompts where company_id = ${companyId} and id = ${promptId} for no key update`;
  const [found] = await tx<{ prompt: string; isTried: boolean }[]>`
    select p.prompt, exists (
      select from evaluations e
      join evaluation_questions q on q.company_id = e.company_id and q.evaluation_id = e.id
      join evaluation_answers a on a.company_id = q.company_id and a.question_id = q.id
      where e.company_id = p.company_id and e.prompt_id = p.id and a.outcome = 'waiting') as is_tried
    from prompts p where p.company_id = ${companyId} and p.id = ${promptId}`;
  return found;
}

export type NewEvaluation = Pick<EvaluationRecord, 'promptId' | 'at' | 'today' | 'changed'> & {
  userId: number | null;
};

export async function insert(
  tx: Tx,
  companyId: number,
  { promptId, userId, at, today, changed }: NewEvaluation,
  questions: readonly Question[],
): Promise<string> {
  const id = uuidv7();
  await tx`
    insert into evaluations (company_id, id, prompt_id, user_id, at, today, changed)
    values (${companyId}, ${id}, ${promptId}, ${userId}, ${at}, ${today}, ${changed})`;
  const rows = questions.map(({ messageId, until, question, written }) => ({
    id: uuidv7(),
    message_id: messageId,
    until,
    question,
    written,
  }));
  await tx`
    insert into evaluation_questions (company_id, evaluation_id, id, message_id, until, question, written)
    select ${companyId}, ${id}, r.* from jsonb_to_recordset(${tx.json(rows as never)})
      as r (id uuid, message_id uuid, until timestamptz, question text, written text)`;
  return id;
}

/** What is still to be asked, in its order. What was stopped or went wrong begins anew. */
export async function placeUnasked(tx: Tx, companyId: number, id: string): Promise<string[]> {
  await tx`
    delete from evaluation_answers a using evaluation_questions q
    where q.company_id = ${companyId} and q.evaluation_id = ${id}
      and a.company_id = q.company_id and a.question_id = q.id and ${isUnasked(tx)}`;
  const missing = await tx<{ questionId: string; variant: Variant }[]>`
    select q.id as question_id, v.variant
    from evaluations e
    join evaluation_questions q on q.company_id = e.company_id and q.evaluation_id = e.id
    cross join (values ('today', 0), ('changed', 1)) v (variant, place)
    where e.company_id = ${companyId} and e.id = ${id} and (v.variant = 'today' or e.changed is not null)
      and not exists (
        select from evaluation_answers a
        where a.company_id = q.company_id and a.question_id = q.id and a.variant = v.variant)
    order by q.id, v.place`;
  const rows = missing.map(({ questionId, variant }) => ({ id: uuidv7(), question_id: questionId, variant }));
  await tx`
    insert into evaluation_answers (company_id, id, question_id, variant)
    select ${companyId}, r.* from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, question_id uuid, variant text)`;
  return rows.map(({ id: answerId }) => answerId);
}

/** Whatever nobody has answered yet is not asked for any more. */
export async function markStopped(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`
    update evaluation_answers a set outcome = 'stopped' from evaluation_questions q
    where q.company_id = ${companyId} and q.evaluation_id = ${id}
      and a.company_id = q.company_id and a.question_id = q.id and a.outcome = 'waiting'`;
}

/** In the order in which they are asked, with each answer. */
export async function listQuestions(tx: Tx, companyId: number, id: string): Promise<EvaluatedQuestion[]> {
  return tx<EvaluatedQuestion[]>`
    select q.id, q.question, q.written,
      case when t.id is not null then jsonb_build_object('id', t.id, 'uuid', t.uuid) end as ticket,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'variant', a.variant, 'outcome', a.outcome, 'text', a.text,
          'articles', a.articles, 'good', a.good) order by a.variant desc), '[]')
        from evaluation_answers a where a.company_id = q.company_id and a.question_id = q.id) as answers
    from evaluation_questions q
    left join messages m on m.company_id = q.company_id and m.id = q.message_id
    left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where q.company_id = ${companyId} and q.evaluation_id = ${id} order by q.id`;
}

/** @returns whether there is such an answer */
export async function judge(
  tx: Tx,
  companyId: number,
  { evaluationId, answerId, good }: { evaluationId: string; answerId: string; good: boolean | null },
): Promise<boolean> {
  const done = await tx`
    update evaluation_answers a set good = ${good} from evaluation_questions q
    where a.company_id = ${companyId} and a.id = ${answerId}
      and q.company_id = a.company_id and q.id = a.question_id and q.evaluation_id = ${evaluationId}`;
  return done.count === 1;
}

/** What is asked for an answer. */
export interface Asked {
  evaluationId: string;
  promptId: number;
  /** The words that it is tried with. */
  prompt: string;
  question: string;
  ticket: { id: number; uuid: string; contactName: string; since: Date; until: Date } | null;
  queue: { id: number; name: string } | null;
  company: { id: number; name: string; timezone: string; language: 'pt' | 'en' | 'es' };
  hasPlan: boolean;
}

/** Undefined where nobody waits for it any more. */
export async function findAsked(tx: Tx, companyId: number, answerId: string): Promise<Asked | undefined> {
  const [asked] = await tx<Asked[]>`
    select q.evaluation_id, e.prompt_id, q.question, coalesce(n.use_open_ai, false) as has_plan,
      case when a.variant = 'changed' then e.changed else e.today end as prompt,
      json_build_object('id', o.id, 'name', o.name, 'timezone', o.timezone, 'language', o.language) as company,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as queue
    from evaluation_answers a
    join evaluation_questions q on q.company_id = a.company_id and q.id = a.question_id
    join evaluations e on e.company_id = q.company_id and e.id = q.evaluation_id
    join prompts p on p.company_id = e.company_id and p.id = e.prompt_id
    join companies o on o.id = a.company_id left join plans n on n.id = o.plan_id
    left join queues u on u.company_id = p.company_id and u.id = p.queue_id
    where a.company_id = ${companyId} and a.id = ${answerId} and a.outcome = 'waiting'`;
  if (!asked) return undefined;
  const [ticket] = await tx<NonNullable<Asked['ticket']>[]>`
    select t.id, t.uuid, c.name as contact_name, m.created_at as since, q.until
    from evaluation_answers a
    join evaluation_questions q on q.company_id = a.company_id and q.id = a.question_id
    join messages m on m.company_id = q.company_id and m.id = q.message_id
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where a.company_id = ${companyId} and a.id = ${answerId}`;
  return { ...asked, ticket: ticket ?? null };
}

export async function saveAnswer(
  tx: Tx,
  companyId: number,
  id: string,
  { outcome, text, articles }: Pick<EvaluatedAnswer, 'outcome' | 'text' | 'articles'>,
): Promise<void> {
  await tx`
    update evaluation_answers set outcome = ${outcome}, text = ${text}, articles = ${tx.json(articles)}
    where company_id = ${companyId} and id = ${id}`;
}

export async function remove(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`delete from evaluations where company_id = ${companyId} and id = ${id}`;
}

export async function removeOld(tx: Tx, before: Date): Promise<void> {
  await tx`delete from evaluations where at < ${before}`;
}
