import { expect } from 'vitest';
import type { Scene } from './kill-scene.ts';

/** Reports by mail in the life of a process that is killed, and what must be true of them afterwards. */

/** It is noon where the company is, and its admin has had no report of last week yet. */
export async function oweReport({ world, company: { companyId, admin } }: Scene): Promise<void> {
  const east = 12 - new Date().getUTCHours();
  const zone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  await world.database.admin`update companies set timezone = ${zone} where id = ${companyId}`;
  await world.database.admin`
    insert into report_subscriptions (company_id, user_id, period, language, since)
    select company_id, id, 'week', 'pt', '2026-01-01' from users where company_id = ${companyId} and email = ${admin.email}`;
}

/** Whoever was owed one has it, once. */
export async function expectMailed({ world, mail }: Scene): Promise<void> {
  const owed = await world.database.admin`select from report_subscriptions`;
  const ids = mail.letters.map(({ headers }) => headers.get('message-id') ?? '');
  expect(ids.filter((id) => id.startsWith('<report-'))).toHaveLength(owed.count);
}
