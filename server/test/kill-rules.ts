import { expect } from 'vitest';
import type { Scene } from './kill-scene.ts';

/** Rules, deadlines and assignment in the life of a process that is killed, and what must be true of them afterwards. */

/** A rule notes each message of a customer, and another one those who have been without an answer for a minute. */
export async function makeRules({ world, company: { companyId } }: Scene): Promise<void> {
  const rule = (name: string, cause: object) => world.database.admin`
    insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
    values (${companyId}, ${name}, true, 1, ${JSON.stringify(cause)}::text::jsonb, '{"match": "all", "items": []}',
      ${JSON.stringify([{ kind: 'note', text: RULED }])}::text::jsonb, '{}')
    on conflict do nothing`;
  await rule('Each message', { kind: 'message' });
  await rule('Unanswered', { kind: 'unanswered', minutes: 1 });
}

/** Somebody has waited for nearly a minute; an agent accepts, and does not answer. */
async function keepWaiting({ world }: Scene, name: string): Promise<void> {
  await world.database.admin`
    with contact as (
      insert into contacts (company_id, name) select company_id, ${name} from connections returning company_id, id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, waiting_since)
    select k.company_id, k.id, c.id, q.queue_id, now() - interval '56 seconds'
    from contact k join connections c using (company_id)
    join connection_queues q on q.company_id = c.company_id and q.connection_id = c.id`;
}

/** Somebody stays without an answer for as long as a rule says. */
export async function waitForRule(scene: Scene): Promise<void> {
  await makeRules(scene);
  await keepWaiting(scene, 'Unanswered');
}

/** Somebody's deadline has nearly passed. */
export async function waitForDeadline(scene: Scene): Promise<void> {
  await scene.world.database.admin`
    insert into deadline_policies (company_id, name, active, position, first_answer_minutes, business_hours, queue_ids,
      tag_ids, connection_ids, refs, counts_from)
    select company_id, 'Prompt', true, 1, 1, false, '{}', '{}', '{}', '{}', '2026-01-01' from connections
    on conflict do nothing`;
  await keepWaiting(scene, 'Due');
}

/** A deadline that counts as told stands in its conversation once. */
export async function expectDue({ world }: Scene): Promise<void> {
  const wrong = await world.database.admin`
    select t.id, told.count as told, lines.count as lines from tickets t
    cross join lateral (select count(*)::int from deadlines d where d.ticket_id = t.id and d.told = 'missed') told
    cross join lateral (select count(*)::int from messages m
      where m.ticket_id = t.id and m.media_type = 'event' and m.body like '{"kind":"deadlineMissed"%') lines
    where told.count <> lines.count`;
  expect([...wrong]).toEqual([]);
}

/** Somebody waits in a queue that gives them to its agent. The scene's own agent, who may have none of it, sees them too. */
export async function waitForAgent({ world, company: { companyId, agents } }: Scene): Promise<void> {
  const { admin } = world.database;
  await admin`
    with queue as (
      insert into queues (company_id, name, color, assignment) values (${companyId}, 'Given', '#777777', 'fewest')
      on conflict do nothing returning company_id, id),
    agent as (
      insert into users (company_id, name, email, password_hash, online)
      select company_id, 'Given', 'given@company.test', '', true from queue returning company_id, id),
    here as (
      insert into presences (company_id, user_id, process, until)
      select company_id, id, gen_random_uuid(), 'infinity' from agent)
    insert into user_queues (company_id, user_id, queue_id, capacity)
    select company_id, a.id, q.id, null::int from agent a join queue q using (company_id)
    union all
    select q.company_id, own.id, q.id, 0 from unnest(${agents.map(({ id }) => id)}::bigint[]) as own (id) cross join queue q`;
  await admin`
    with contact as (
      insert into contacts (company_id, name) values (${companyId}, 'Given') returning company_id, id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, waiting_since)
    select k.company_id, k.id, c.id, q.id, now()
    from contact k join connections c using (company_id) join queues q using (company_id) where q.name = 'Given'`;
}

/** Each of them was given once, unless the scene's agent was faster, and its conversation tells so. */
export async function expectGiven({ world }: Scene): Promise<void> {
  const wrong = await world.database.admin`
    select t.id, t.status, lines.count as lines from tickets t
    join contacts k on k.company_id = t.company_id and k.id = t.contact_id and k.name = 'Given'
    cross join lateral (select count(*)::int from messages m
      where m.ticket_id = t.id and m.media_type = 'event'
        and m.body::jsonb ->> 'kind' in ('assigned', 'accepted')) lines
    where t.status = 'pending' or lines.count <> 1`;
  expect([...wrong]).toEqual([]);
}

const RULED = 'A rule was here.';

/** What a rule has counted it has done, once, and no message was a cause twice. */
export async function expectRuled({ world }: Scene): Promise<void> {
  const wrong = await world.database.admin`
    select t.id, runs.count as runs, notes.count as notes, heard.count as heard from tickets t
    cross join lateral (select count(*)::int from automation_runs r where r.ticket_id = t.id) runs
    cross join lateral (select count(*)::int from messages m
      where m.ticket_id = t.id and m.media_type = 'note' and m.body = ${RULED}) notes
    cross join lateral (select count(*)::int from messages m where m.ticket_id = t.id and not m.from_me) heard
    where runs.count <> notes.count or runs.count > heard.count + 1`;
  expect([...wrong]).toEqual([]);
}
