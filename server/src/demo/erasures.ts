import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** Who moved away and asked to be forgotten: what is left of that is the certificate. */
const WENT = {
  tickets: 2,
  messages: 31,
  groupMessages: 0,
  files: 4,
  notes: 1,
  calls: 1,
  ratings: 1,
  schedules: 0,
  lists: 1,
  campaigns: 1,
  phoneBooks: 1,
  deliveries: 3,
  visits: 2,
};

/** Somebody has asked for it, and it is done. */
export async function writeErasures(tx: Tx, { companyId, now, people }: Shop): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await tx`
    insert into erasures (company_id, state, asked_by, asked_by_name, asked_at, due_at, began_at, ended_at, counts)
    select ${companyId}, 'done', id, name, ${daysAgo(6)}, ${daysAgo(5)}, ${daysAgo(5)}, ${daysAgo(5)},
      ${JSON.stringify(WENT)}::text::jsonb
    from users where company_id = ${companyId} and id = ${people.admin}`;
}
