import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** What became of the shop's messages, as it would have been noted while it happened: some seconds later. */
export async function noteSteps(tx: Tx, { companyId }: Shop): Promise<void> {
  await tx`
    insert into message_steps (company_id, message_id, kind, at, author, error_code)
    select m.company_id, m.id, step.kind, m.created_at + step.later, case when step.by_person then u.name end, m.error_code
    from messages m
    left join users u on u.company_id = m.company_id and u.id = m.user_id
    cross join lateral (values
      ('failed', m.state = 'failed', false, interval '2 seconds'),
      ('edited', m.is_edited, m.from_me, interval '25 seconds'),
      ('deleted', m.is_deleted, m.from_me, interval '40 seconds')) step (kind, happened, by_person, later)
    where m.company_id = ${companyId} and step.happened`;
}
