import { given } from '@balcao/shared/contract/given.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { CampaignSettings } from '@balcao/shared/features/campaign-settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './campaign-settings.repo.ts';

export const { readCampaignSettings } = repo;

/** What is absent stays as it is. Campaigns that are being sent go on with the new pauses. */
export async function saveCampaignSettings(
  tx: Tx,
  actor: Actor,
  change: Change<CampaignSettings>,
): Promise<CampaignSettings> {
  const { companyId } = actor;
  const before = await repo.lock(tx, companyId);
  const after: CampaignSettings = { ...before, ...given(change) };
  await repo.put(tx, companyId, after);
  await recordChange(tx, actor, AUDITED, { id: companyId, ...before }, { id: companyId, ...after });
  return after;
}

/** A company has one of them: the log names it by the company. */
const AUDITED: Audited<CampaignSettings & { id: number }> = {
  entity: 'campaignSettings',
  name: () => '',
  fields: ({ id: _id, ...settings }) => settings,
};
