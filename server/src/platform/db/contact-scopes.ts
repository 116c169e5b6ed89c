import type { Actor } from '@balcao/shared/contract/roles.ts';
import { actorScopes, can } from '@balcao/shared/permissions.ts';
import type { Tx } from './client.ts';

/** Those who see all tickets see all contacts. */
export const seesAll = (actor: Actor) => can(actor, 'tickets:viewAll');

/**
 * The others see those that they added, and the people behind the tickets that they see: the database keeps that in a table.
 * Asked of each contact: as a join the planner would rather look at all that an agent sees first.
 */
export const isVisible = (tx: Tx, actor: Actor) =>
  seesAll(actor)
    ? tx`true`
    : tx`(select true from contact_sight s
        where s.company_id = c.company_id and s.contact_id = c.id and s.scope = any (${actorScopes(actor)}::text[])
        limit 1)`;
