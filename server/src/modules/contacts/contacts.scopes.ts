import { type Actor, actorScopes, can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';

/**
 * Those who see all tickets see all contacts; the others those that they added, and the people behind the tickets that
 * they see. Asked of each contact: as a join the planner would rather look at all tickets first.
 */
export const isVisible = (tx: Tx, actor: Actor) =>
  can(actor, 'tickets:viewAll')
    ? tx`true`
    : tx`(${actor.userId} = any (c.added_by) or (select true from tickets t
        where t.company_id = c.company_id and t.contact_id = c.id and t.scopes && ${actorScopes(actor)}::text[]
        limit 1))`;
