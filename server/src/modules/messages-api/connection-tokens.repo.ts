import type { PlanFlag } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Subscription, subscriptionColumns } from '../subscription/subscription.ts';

export interface TokenOwner extends Subscription {
  companyId: number;
  /** The id of the connection. */
  id: number;
  planFlags: PlanFlag[];
}

/** Selects whose token it is, in any company: a `TokenOwner`. */
export const ownerOf = (tx: Tx, hash: Buffer) => tx`
    select c.company_id, c.id, ${subscriptionColumns(tx)},
      case when p.use_external_api then array['useExternalApi'] else '{}'::text[] end as plan_flags
    from connections c
    join companies co on co.id = c.company_id
    left join plans p on p.id = co.plan_id
    where c.api_token_hash = ${hash} and c.deleted_at is null`;
