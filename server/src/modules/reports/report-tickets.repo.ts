import type { CountedTicket } from '@balcao/shared/features/reports/calls.ts';
import type { Measure } from '@balcao/shared/features/reports/measures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Asked, countedRows, KINDS, MEASURED } from './counted.repo.ts';

/** Where the next page begins: the microseconds of the last row, and its id. */
export interface ReportPlace {
  micros: number;
  id: number;
}

export type CountedRow = Omit<CountedTicket, 'at' | 'minutes'> &
  Pick<ReportPlace, 'micros'> & { at: Date; seconds: number | null };

/** What a number counts, the newest first; it is cut from the index before anything is joined. */
export async function listCounted(
  tx: Tx,
  asked: Asked,
  measure: Measure,
  after: ReportPlace | null,
  limit: number,
): Promise<CountedRow[]> {
  const { kind, where } = MEASURED[measure];
  const at = tx`k.${tx(KINDS[kind].at)}`;
  const behind = after
    ? tx`and (${at}, k.id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)`
    : tx``;
  const { companyId } = asked;
  return tx<CountedRow[]>`
    select f.id, f.ticket_id, t.uuid, c.name, coalesce(q.name, '') as queue_name, coalesce(u.name, '') as agent_name,
      f.at, (extract(epoch from f.at) * 1000000)::bigint as micros, f.seconds, f.rate
    from (
      ${countedRows(tx, kind, asked)} and ${where(tx)} ${behind}
      order by ${at} desc, k.id desc limit ${limit}) f
    join tickets t on t.company_id = ${companyId} and t.id = f.ticket_id
    join contacts c on c.company_id = ${companyId} and c.id = t.contact_id
    left join queues q on q.company_id = ${companyId} and q.id = f.queue_id
    left join users u on u.company_id = ${companyId} and u.id = f.user_id
    order by f.at desc, f.id desc`;
}
