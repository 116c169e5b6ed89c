import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as holds from '../modules/holds/holds.service.ts';
import * as retention from '../modules/retention/retention.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** Long enough that nothing of the shop's three weeks goes. */
const KEPT = { tickets: 60, files: 24, audit: 24 } as const;

/** The shop keeps what it must, and what a lawyer asked for. */
export async function makeRetention(
  tx: Tx,
  actor: Actor,
  { companyId, now }: Shop,
  contactId: number | undefined,
): Promise<void> {
  for (const kind of ['tickets', 'files', 'audit'] as const)
    await retention.setRule(tx, actor, kind, KEPT[kind]);
  if (contactId) await holds.add(tx, actor, { contactId }, 'Processo 0801234-56: garantia da cafeteira');
  for (const daysAgo of [1, 2])
    await tx`
      insert into retention_nights (company_id, night, gone, bytes_before, bytes_after, ended_at)
      select ${companyId}, day, '{"files": 3}', bytes + 1500000, bytes, (day + time '01:12') at time zone timezone
      from companies c
      cross join lateral (
        select ((${now}::timestamptz at time zone c.timezone)::date - ${daysAgo}::int) as day,
          (select coalesce(sum(size), 0) from media where company_id = c.id and state = 'stored') as bytes) night
      where c.id = ${companyId}`;
}
