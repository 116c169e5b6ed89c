import { expect } from 'vitest';
import type { Scene } from './kill-scene.ts';

/** An erasure in the life of a process that is killed, and what must be true of it afterwards. */

const NAME = 'Somebody to forget';
const TICKETS = 3;
/** The job looks once a minute. */
const END_MS = 150_000;

/** Somebody's day of waiting is over. One that was killed goes on by itself. */
export async function oweErasure({ world, company: { companyId } }: Scene): Promise<void> {
  await world.database.admin`
    with contact as (
      insert into contacts (company_id, name, number)
      select ${companyId}, ${NAME}, '5531987001122' where not exists (select from erasures where company_id = ${companyId})
      returning company_id, id),
    ticket as (
      insert into tickets (company_id, contact_id, connection_id, status, closed_at)
      select k.company_id, k.id, c.id, 'closed', now()
      from contact k join connections c using (company_id) cross join generate_series(1, ${TICKETS}))
    insert into erasures (company_id, contact_id, state, asked_by_name, due_at)
    select company_id, id, 'due', '', now() from contact`;
}

/** All of it is gone, and the certificate says how much it was. */
export async function expectErased({ world }: Scene): Promise<void> {
  const { admin } = world.database;
  const certificates = () => admin`select state, counts ->> 'tickets' as tickets from erasures`;
  if ((await certificates()).length === 0) return;
  await expect
    .poll(async () => [...(await certificates())], { timeout: END_MS })
    .toEqual([{ state: 'done', tickets: String(TICKETS) }]);
  expect((await admin`select from contacts where name = ${NAME}`).count).toBe(0);
  expect((await admin`select from erasure_targets`).count).toBe(0);
}
