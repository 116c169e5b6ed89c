import { expect } from 'vitest';
import type { Scene } from './kill-scene.ts';

/** All that there is about a person, made into a ZIP by a process that is killed, and what must be true of it afterwards. */

const NAME = 'Somebody who asks';
/** The next process begins when the claim of the dead one is over, and looks every 15 seconds. */
const END_MS = 120_000;

/** Somebody has asked for it. One that was killed goes on by itself. */
export async function oweExport({ world, company: { companyId } }: Scene): Promise<void> {
  await world.database.admin`
    insert into contacts (company_id, name, number)
    select ${companyId}, ${NAME}, '5531987001133'
    where not exists (select from contacts where company_id = ${companyId} and name = ${NAME})`;
  await world.database.admin`
    insert into data_exports (company_id, contact_id, language, messages_total, asked_by_name)
    select company_id, id, 'pt', 0, '' from contacts where company_id = ${companyId} and name = ${NAME}
    on conflict do nothing`;
}

/** Each is one ZIP, and there is one that can be downloaded. */
export async function expectExported({ world }: Scene): Promise<void> {
  const exports = () => world.database.admin<{ state: string; parts: number }[]>`
    select e.state, count(p.part)::int as parts
    from data_exports e left join data_export_parts p on p.company_id = e.company_id and p.export_id = e.id
    where e.contact_id is not null group by e.company_id, e.id`;
  if ((await exports()).length === 0) return;
  await expect
    .poll(async () => [...(await exports())], { timeout: END_MS })
    .toEqual([{ state: 'done', parts: 1 }]);
}
