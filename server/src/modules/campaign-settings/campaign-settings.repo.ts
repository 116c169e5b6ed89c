import { type CampaignSettings, campaignSettings } from '@balcao/shared/features/campaign-settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What a company has set, or the defaults. */
export async function readCampaignSettings(tx: Tx, companyId: number): Promise<CampaignSettings> {
  const [row] = await tx<CampaignSettings[]>`
    select message_interval, longer_interval_after, greater_interval, variables
    from campaign_settings where company_id = ${companyId}`;
  return row ?? campaignSettings.parse({});
}

/** The same for whoever changes it: nobody else does so until the end of the transaction. */
export async function lock(tx: Tx, companyId: number): Promise<CampaignSettings> {
  const { messageInterval, longerIntervalAfter, greaterInterval, variables } = campaignSettings.parse({});
  await tx`
    insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables)
    values (${companyId}, ${messageInterval}, ${longerIntervalAfter}, ${greaterInterval}, ${tx.json(variables)})
    on conflict do nothing`;
  await tx`select from campaign_settings where company_id = ${companyId} for update`;
  return readCampaignSettings(tx, companyId);
}

export async function put(tx: Tx, companyId: number, settings: CampaignSettings): Promise<void> {
  const { variables, ...pauses } = settings;
  await tx`
    update campaign_settings set ${tx(pauses)}, variables = ${tx.json(variables)} where company_id = ${companyId}`;
}
