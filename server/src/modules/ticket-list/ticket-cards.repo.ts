import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { CardView } from '@balcao/shared/features/kanban/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inOrder, isListed } from './ticket-filter.repo.ts';

interface Board {
  queueIds: number[] | undefined;
  /** Empty: one's own tickets and the waiting ones. */
  users: number[];
  after: [string, number] | undefined;
}

/**
 * The first `most` cards, the newest message first. Each status is walked down by its own index, and both are cut
 * before anything is joined to them.
 */
export async function listCards(
  tx: Tx,
  actor: Actor,
  { queueIds, users, after }: Board,
  most: number,
): Promise<(CardView & { lastMessageAt: Date })[]> {
  const order = inOrder(tx, {});
  const whose = users.length > 0 ? { users, showAll: true } : {};
  const arm = (status: 'open' | 'pending') => tx`
    select t.* from tickets t where ${isListed(tx, actor, { status, queueIds, after, ...whose })}
    ${order} limit ${most}`;
  return tx<(CardView & { lastMessageAt: Date })[]>`
    select t.id, t.uuid, t.last_message, t.last_message_at,
      jsonb_build_object('id', c.id, 'name', c.name, 'number', c.number, 'email', c.email,
        'profilePicUrl', c.profile_pic_url) as contact,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.kanban,
          'kanbanOrder', g.kanban_order) order by g.id)
        from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id
        where k.company_id = t.company_id and k.ticket_id = t.id), '[]') as tags
    from (select t.* from ((${arm('open')}) union all (${arm('pending')})) t ${order} limit ${most}) t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    ${order}`;
}
