import type { Actor } from '@balcao/shared/contract/roles.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';

export interface UnansweredQuestion {
  id: string;
  ticketId: number;
  question: string;
  /** Of its words. */
  stems: string[];
  at: Date;
  /** Its conversation has ended, and the actor sees it. */
  isFinished: boolean;
}

/** The newest first. */
export async function list(tx: Tx, actor: Actor, limit: number): Promise<UnansweredQuestion[]> {
  return tx<UnansweredQuestion[]>`
    select q.id, q.ticket_id, q.question, q.at, tsvector_to_array(article_terms(c.language, q.question)) as stems,
      t.status = 'closed' and t.scopes && ${actorScopes(actor)}::text[] as is_finished
    from unanswered_questions q
    join companies c on c.id = q.company_id
    join tickets t on t.company_id = q.company_id and t.id = q.ticket_id
    where q.company_id = ${actor.companyId} order by q.id desc limit ${limit}`;
}

/** @param most so many stay, the newest */
export async function add(
  tx: Tx,
  companyId: number,
  { ticketId, question }: Pick<UnansweredQuestion, 'ticketId' | 'question'>,
  at: Date,
  most: number,
): Promise<void> {
  await tx`
    insert into unanswered_questions (company_id, id, ticket_id, question, at)
    values (${companyId}, ${uuidv7()}, ${ticketId}, ${question}, ${at})`;
  await tx`
    delete from unanswered_questions where company_id = ${companyId} and id < (
      select id from unanswered_questions where company_id = ${companyId} order by id desc offset ${most - 1} limit 1)`;
}

export async function remove(tx: Tx, companyId: number, ids: readonly string[]): Promise<void> {
  await tx`delete from unanswered_questions where company_id = ${companyId} and id = any (${[...ids]}::uuid[])`;
}

/** Whoever a conversation may name: its customer, and all who have answered there. */
export async function listNames(tx: Tx, companyId: number, ticketId: number): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.name from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${companyId} and t.id = ${ticketId}
    union
    select u.name from messages m join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId}`;
  return rows.map(({ name }) => name);
}

/** What people of the team have said there after a moment, oldest first: no bots, no notes, nothing that was taken back. */
export async function listAnswers(
  tx: Tx,
  companyId: number,
  ticketId: number,
  after: Date,
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ body: string }[]>`
    select m.body from messages m
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.created_at > ${after}
      and m.from_me and m.origin in ('person', 'phone') and m.state <> 'local' and not m.is_deleted and m.body <> ''
    order by m.created_at, m.id limit ${limit}`;
  return rows.map(({ body }) => body);
}
