import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { fillTemplate, isAddress } from '@balcao/shared/features/campaigns/rules.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import { readCampaignSettings } from '../campaign-settings/campaign-settings.service.ts';
import { chosenTemplate } from '../message-templates/message-templates.service.ts';
import * as repo from './campaigns.repo.ts';
import { findEntry } from './taking.repo.ts';
import { templateFilled } from './template-of-campaign.ts';
import { insertTrial } from './trial.repo.ts';

interface Trial {
  numbers: readonly string[];
  contactListItemId?: number | null | undefined;
  variant: number;
}

/**
 * What somebody of the list would read, to numbers of one's own: a campaign of its own that nobody sees and nothing
 * counts, so that it leaves like any other. ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_INCOMPLETE, ERR_NO_WAPP_FOUND,
 * ERR_CAMPAIGN_TRIAL, ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS, ERR_NO_CONTACT_LIST_ITEM_FOUND.
 */
export async function tryOut(
  tx: Tx,
  actor: Actor,
  id: number,
  { numbers, contactListItemId = null, variant }: Trial,
  now: Date,
): Promise<{ queued: number }> {
  const { companyId } = actor;
  const campaign = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CAMPAIGN_FOUND');
  const text = campaign.messages[variant - 1] ?? '';
  const { template: choice, needsTemplate } = campaign;
  if (needsTemplate ? choice === null : text.trim() === '') throw new AppError('ERR_CAMPAIGN_INCOMPLETE');
  if (campaign.whatsappId === null) throw new AppError('ERR_NO_WAPP_FOUND');
  if (numbers.some((number) => isAddress(number) !== campaign.byAddress))
    throw new AppError('ERR_CAMPAIGN_TRIAL');
  const { contactListId } = campaign;
  const entry =
    contactListId === null ? undefined : await findEntry(tx, companyId, contactListId, contactListItemId);
  if (!entry && contactListItemId !== null) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  const person = entry ?? { name: '', number: '', email: '' };
  const { variables } = await readCampaignSettings(tx, companyId);
  const words = choice
    ? templateFilled(await chosenTemplate(tx, companyId, campaign.whatsappId, choice), person, variables)
    : { body: fillTemplate(text, person, variables), template: null };
  const keys = [...new Set(numbers.map((number) => (isAddress(number) ? number : phoneKey(number))))];
  await insertTrial(tx, companyId, id, { keys, variant, now, ...words });
  await noteTrial(tx, actor, campaign, keys);
  return { queued: keys.length };
}

/** Whoever sends to numbers that they type is named; the numbers are told by their ends. */
const noteTrial = (tx: Tx, actor: Actor, { id, name }: repo.CampaignRecord, keys: readonly string[]) =>
  record(tx, {
    companyId: actor.companyId,
    actor,
    action: 'try',
    entity: 'campaign',
    entityId: id,
    entityName: name,
    changes: [{ field: 'numbers', from: null, to: keys.map((key) => `…${key.slice(-4)}`).join(', ') }],
  });
