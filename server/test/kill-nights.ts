import { expect } from 'vitest';
import type { Scene } from './kill-scene.ts';

/** Nights of retention in the life of a process that is killed, and what must be true of them afterwards. */

const OLD = 4;
/** The job looks once a minute. */
const NIGHT_MS = 90_000;

/** It is three in the morning where the company is, which keeps nothing of the conversations of 2020. */
export async function waitForNight({ world, company: { companyId } }: Scene): Promise<void> {
  const { admin } = world.database;
  const east = ((27 - new Date().getUTCHours() + 12) % 24) - 12;
  await admin`
    update companies set timezone = ${`Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`}
    where id = ${companyId} and not exists (select from retention_nights where company_id = ${companyId})`;
  await admin`
    insert into retention_rules (company_id, kind, months) values (${companyId}, 'tickets', 12) on conflict do nothing`;
  // One that was killed goes on by itself, with what it had not reached.
  await admin`
    with contact as (
      insert into contacts (company_id, name)
      select ${companyId}, 'Long ago' from generate_series(1, ${OLD})
      where not exists (select from retention_nights where company_id = ${companyId})
      returning company_id, id)
    insert into tickets (company_id, contact_id, connection_id, status, created_at, last_message_at, closed_at)
    select k.company_id, k.id, c.id, 'closed', '2020-01-01', '2020-01-01', '2020-01-01'
    from contact k join connections c using (company_id)`;
}

/** What a night has counted as gone is gone, once each, and the night ends. */
export async function expectLetGo({ world }: Scene): Promise<void> {
  const nights = () => world.database.admin<{ ended: boolean; gone: object; failed: number }[]>`
    select ended_at is not null as ended, gone, failed from retention_nights`;
  if ((await nights()).length === 0) return;
  await expect
    .poll(nights, { timeout: NIGHT_MS })
    .toEqual([{ ended: true, gone: { tickets: OLD }, failed: 0 }]);
  const left = await world.database.admin`
    select from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where c.name = 'Long ago'`;
  expect(left.count).toBe(0);
}
