import type { Tx } from '../../platform/db/client.ts';

/**
 * Whether a company may use campaigns at all: its plan has them, and the operator has not switched them off for it. This
 * is what `useCampaigns` means wherever routes are opened by it.
 *
 * @param company the row of `companies`, or its alias, in queries that have its plan as `p`, if it has one
 */
export const campaignsOpen = (tx: Tx, company: string) => tx`
  (coalesce(p.use_campaigns, false) and ${campaignsEnabled(tx, company)})`;

/** The setting of the same name: on unless the operator has switched it off. */
export const campaignsEnabled = (tx: Tx, company: string) => tx`not exists (
  select from settings s
  where s.company_id = ${tx(`${company}.id`)} and s.key = 'campaignsEnabled' and s.value = 'false')`;
