import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { createSecrets } from '../src/platform/secrets.ts';
import { insertedId } from './fixtures.ts';
import { hear, type Scene } from './kill-scene.ts';

/** What a process that died was asking is asked again after a while. */
const REST_MS = 60_000;

/** What an AI is asked beside the answers to customers, in the life of a process that is killed, and what must be true of it. */

export async function addPrompt({ world, company: { companyId } }: Scene): Promise<number> {
  const { admin } = world.database;
  const id = await insertedId(admin`
    insert into prompts (company_id, name, wait_seconds) values (${companyId}, ${crypto.randomUUID()}, 0) returning id`);
  const place = `prompts.api_key/${companyId}/${id}`;
  const key = createSecrets({ keyFile: world.config.secretKeyFile }).seal(Buffer.from('sk-key'), place);
  await admin`update prompts set api_key = ${key} where id = ${id}`;
  return id;
}

/** A word of whatever customers say, and the name of a tag: the AI that is played chooses it, however late it is asked. */
const SAID = 'asks';

/** A rule has asked the AI to tag somebody new. */
export async function haveSorted(scene: Scene, text: string): Promise<void> {
  const { world, company } = scene;
  const { companyId } = company;
  const { admin } = world.database;
  const promptId = await addPrompt(scene);
  await admin`
    insert into settings (company_id, key, value) values (${companyId}, 'agentHelpPrompt', ${String(promptId)})
    on conflict (company_id, key) do update set value = excluded.value`;
  await admin`insert into tags (company_id, name, color) values (${companyId}, ${SAID}, '#777777') on conflict do nothing`;
  const number = await company.addCustomer();
  await hear(scene, number, `${text}: ${SAID}`);
  const ticket = () => admin<{ id: string }[]>`
    select t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where c.number = ${number}`;
  while ((await ticket()).count === 0) await sleep(50);
  const [found] = await ticket();
  const callId = uuidv7();
  await admin.begin(async (sql) => {
    await sql`
      with rule as (
        insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
        values (${companyId}, ${text}, false, 9, '{"kind": "message"}', '{"match": "all", "items": []}',
          '[{"kind": "sort", "queue": false}]', '{}') returning id)
      insert into ticket_sortings (company_id, ticket_id, automation_id, call_id, moves, at)
      select ${companyId}, ${found?.id ?? ''}::bigint, id, ${callId}, false, now() from rule`;
    await owe(sql as never, companyId, callId, 'sorting', `sorting:${found?.id}`);
  });
}

/** Each was tagged once, and its conversation says so once. */
export async function expectSorted({ world }: Scene): Promise<void> {
  const wrong = () => world.database.admin`
    select s.ticket_id, tags.count as tags, lines.count as lines from ticket_sortings s
    cross join lateral (select count(*)::int from ticket_tags g where g.ticket_id = s.ticket_id) tags
    cross join lateral (select count(*)::int from messages m
      where m.ticket_id = s.ticket_id and m.media_type = 'event' and m.body::jsonb ->> 'kind' = 'tagged') lines
    where tags.count <> 1 or lines.count <> 1`;
  await expect.poll(async () => [...(await wrong())], { timeout: REST_MS }).toEqual([]);
}

/** Somebody tries a prompt on two questions of a file. */
export async function tryWords(scene: Scene, text: string): Promise<void> {
  const { world, company } = scene;
  const { companyId } = company;
  const promptId = await addPrompt(scene);
  const evaluationId = uuidv7();
  await world.database.admin.begin(async (sql) => {
    await sql`
      insert into evaluations (company_id, id, prompt_id, at, today)
      values (${companyId}, ${evaluationId}, ${promptId}, now(), '')`;
    for (const said of [`[echo] ${text}`, `[echo] ${text}, too`]) {
      const [questionId, callId] = [uuidv7(), uuidv7()];
      await sql`
        insert into evaluation_questions (company_id, id, evaluation_id, question, written)
        values (${companyId}, ${questionId}, ${evaluationId}, ${said}, '')`;
      await sql`
        insert into evaluation_answers (company_id, id, question_id, variant)
        values (${companyId}, ${callId}, ${questionId}, 'today')`;
      await owe(sql as never, companyId, callId, 'evaluation', `evaluation:${evaluationId}`);
    }
  });
}

/** Each has its own answer. */
export async function expectTried({ world }: Scene): Promise<void> {
  const wrong = () => world.database.admin`
    select q.question, a.outcome, a.text from evaluation_answers a
    join evaluation_questions q on q.company_id = a.company_id and q.id = a.question_id
    where a.outcome <> 'answered' or q.question <> replace(a.text, 'Eco: ', '[echo] ')`;
  await expect.poll(async () => [...(await wrong())], { timeout: REST_MS }).toEqual([]);
}

/** A call that is due. */
const owe = (
  sql: Scene['world']['database']['admin'],
  companyId: number,
  id: string,
  kind: string,
  lane: string,
) => sql`
  insert into outgoing_calls (company_id, id, kind, lane, due_at, patience_ms)
  values (${companyId}, ${id}, ${kind}, ${lane}, now(), null)`;
