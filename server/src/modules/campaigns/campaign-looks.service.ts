import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { CampaignReport, DryRun } from '@balcao/shared/features/campaigns/calls.ts';
import { SKIP_REASONS } from '@balcao/shared/features/campaigns/row.ts';
import { expectedSeconds, fillTemplate, TEMPLATE_PACE } from '@balcao/shared/features/campaigns/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { readCampaignSettings } from '../campaign-settings/campaign-settings.service.ts';
import { presentCampaign } from './campaigns.presenter.ts';
import * as repo from './campaigns.repo.ts';
import { questionOf, variantsOf } from './rendering.ts';
import { count, curve } from './report.repo.ts';
import { countTaken, firstTaken } from './taking.repo.ts';
import { templateFilled, templateFor } from './template-of-campaign.ts';

/** What a campaign would do, and what it has done. Both throw ERR_NO_CAMPAIGN_FOUND. */

const SAMPLES = 3;

export async function dryRun(tx: Tx, { companyId }: Actor, id: number): Promise<DryRun> {
  const found = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CAMPAIGN_FOUND');
  const chosen = await templateFor(tx, companyId, { ...found, connectionId: found.whatsappId });
  // The form says that it is gone.
  const template = chosen === 'gone' ? null : chosen;
  const campaign = { ...found, template };
  const settings = await readCampaignSettings(tx, companyId);
  const { contactListId } = campaign;
  const taken = contactListId === null ? null : { ...campaign, contactListId };
  const counted = taken ? await countTaken(tx, companyId, taken) : [];
  const first = taken ? await firstTaken(tx, companyId, taken, SAMPLES) : [];
  const of = (reason: string | null) => counted.find((group) => group.reason === reason)?.count ?? 0;
  const variants = variantsOf(campaign);
  const fill = (text: string | null, person: (typeof first)[number]) =>
    fillTemplate(text ?? '', person, settings.variables);
  return {
    total: counted.reduce((total, group) => total + group.count, 0),
    recipients: of(null),
    leftOut: Object.fromEntries(SKIP_REASONS.map((reason) => [reason, of(reason)])) as DryRun['leftOut'],
    seconds: expectedSeconds(of(null), template ? TEMPLATE_PACE : settings),
    samples: first.map((person, place) => {
      const variant = variants[place % Math.max(variants.length, 1)] ?? 1;
      return {
        name: person.name,
        number: campaign.byAddress ? person.email.toLowerCase() : person.number,
        text: template
          ? templateFilled(template, person, settings.variables).body
          : fill(campaign.messages[variant - 1] ?? '', person),
        confirmation: fill(questionOf(campaign, variant), person),
      };
    }),
  };
}

export async function report(tx: Tx, { companyId }: Actor, id: number): Promise<CampaignReport> {
  const campaign = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CAMPAIGN_FOUND');
  return {
    campaign: presentCampaign(campaign),
    ...(await count(tx, companyId, id)),
    curve: await curve(tx, companyId, id),
  };
}
