import type { TestDatabase } from './database.ts';

/** Has a process that is nowhere hold a connection until then. */
export async function holdLease(
  admin: TestDatabase['admin'],
  { companyId, connectionId }: { companyId: number; connectionId: number },
  { owner = 'test', until = new Date(Date.now() + 3_600_000) }: { owner?: string; until?: Date } = {},
): Promise<void> {
  await admin`
    insert into processes (id, kind, machine, version, capacity, expires_at)
    values (${owner}, 'sessions', 'test', '0', 0, ${until})
    on conflict (id) do update set expires_at = excluded.expires_at`;
  await admin`
    insert into connection_leases as l (company_id, connection_id, owner)
    values (${companyId}, ${connectionId}, ${owner})
    on conflict (company_id, connection_id) do update set owner = excluded.owner, epoch = l.epoch + 1`;
}
