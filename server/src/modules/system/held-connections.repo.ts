import type { ConnectionStatus } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';

export interface HeldConnection {
  process: string;
  machine: string;
  companyId: number;
  companyName: string;
  connectionId: number;
  name: string;
  status: ConnectionStatus;
}

/** Which process is the session of which connection, by the connections' numbers. */
export async function listHeld(tx: Tx, page: Page<number>, process?: string): Promise<HeldConnection[]> {
  return tx<HeldConnection[]>`
    select p.id as process, p.machine, c.company_id, o.name as company_name, c.id as connection_id, c.name, c.status
    from connection_leases l
    join processes p on p.id = l.owner and p.expires_at > clock_timestamp()
    join connections c on c.company_id = l.company_id and c.id = l.connection_id
    join companies o on o.id = c.company_id
    where l.connection_id > ${page.after ?? 0} ${process === undefined ? tx`` : tx`and l.owner = ${process}`}
    order by l.connection_id limit ${page.limit}`;
}
