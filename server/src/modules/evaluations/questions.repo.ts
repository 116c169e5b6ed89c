import type { Actor } from '@balcao/shared/contract/roles.ts';
import { QUESTIONS } from '@balcao/shared/features/evaluations/rules.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What is asked in an evaluation, and what people have answered. */
export interface Question {
  /** The first message that asks, and when somebody answered it; null: it stood in a file. */
  messageId: string | null;
  until: Date | null;
  question: string;
  written: string;
}

interface Said {
  id: string;
  ticketId: number;
  isCustomer: boolean;
  body: string;
  at: Date;
}

/** In each conversation the newest of what was said is looked at, and of the conversations the newest that were touched. */
const MAX_SAID = 40;
const TICKETS_PER_QUESTION = 3;

/** The last question of each conversation that somebody of the team has answered, the newest conversation first. */
export async function listAnswered(tx: Tx, actor: Actor, count: number): Promise<Question[]> {
  const said = await tx<Said[]>`
    with newest as materialized (
      select id, row_number() over (order by last_message_at desc, id desc) as place from tickets
      where company_id = ${actor.companyId} and scopes && ${actorScopes(actor)}::text[] and not is_group
      order by last_message_at desc, id desc limit ${count * TICKETS_PER_QUESTION})
    select m.id, t.id as ticket_id, m.origin = 'contact' as is_customer, m.body, m.created_at as at
    from newest t
    cross join lateral (
      select id, origin, body, created_at from messages
      where company_id = ${actor.companyId} and ticket_id = t.id and state <> 'local' and not is_deleted
        and not placeholder and origin in ('contact', 'person', 'phone') and media_type = 'chat' and body <> ''
      order by created_at desc, id desc limit ${MAX_SAID}) m
    order by t.place, m.created_at, m.id`;
  const byTicket = Map.groupBy(said, ({ ticketId }) => ticketId);
  return [...byTicket.values()].flatMap((rows) => lastAnswered(rows) ?? []).slice(0, count);
}

/** The last words of a customer that ask something and that people answered. */
function lastAnswered(said: readonly Said[]): Question | undefined {
  const runs = runsOf(said);
  const place = runs.findLastIndex(
    (run, at) => run[0].isCustomer && runs[at + 1] !== undefined && isQuestion(wordsOf(run)),
  );
  const [asked, answered] = [runs[place], runs[place + 1]];
  if (!asked || !answered) return undefined;
  return {
    messageId: asked[0].id,
    until: answered[0].at,
    question: wordsOf(asked),
    written: wordsOf(answered),
  };
}

type Run = [Said, ...Said[]];

/** What one side says before the other one does. */
function runsOf(said: readonly Said[]): Run[] {
  const runs: Run[] = [];
  for (const one of said) {
    const run = runs.at(-1);
    if (run && run[0].isCustomer === one.isCustomer) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

const wordsOf = (run: Run) =>
  run
    .map(({ body }) => body.trim())
    .join('\n')
    .slice(0, QUESTIONS.chars);

/** "Thanks" and "good morning" ask nothing. */
const MIN_WORDS = 4;
const isQuestion = (text: string) => text.includes('?') || text.split(/\s+/).length >= MIN_WORDS;
