import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { CampaignFields, CampaignView } from '@balcao/shared/features/campaigns/calls.ts';
import { waitsForPerson } from '@balcao/shared/features/campaigns/row.ts';
import { CAMPAIGN_LIMITS, isEditable } from '@balcao/shared/features/campaigns/rules.ts';
import { BY_ADDRESS, featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import { instantOfText } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as contactLists from '../contact-lists/contact-lists.service.ts';
import * as fileLists from '../file-lists/file-lists.service.ts';
import { newFile } from '../media/media.service.ts';
import { chosenTemplate } from '../message-templates/message-templates.service.ts';
import { assertRoom } from '../subscription/limits.ts';
import { presentCampaign } from './campaigns.presenter.ts';
import * as repo from './campaigns.repo.ts';

/**
 * What people do with campaigns; the server starts and ends them (campaign-jobs.ts). All that name one throw
 * ERR_NO_CAMPAIGN_FOUND.
 */

export const { isInPlan, findHeld } = repo;

export async function get(tx: Tx, { companyId }: Actor, id: number): Promise<CampaignView> {
  return presentCampaign(orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CAMPAIGN_FOUND'));
}

/** What `columnsOf` and `planned` throw. */
export async function create(tx: Tx, actor: Actor, fields: CampaignFields, now: Date): Promise<CampaignView> {
  const { columns, ...sending } = await columnsOf(tx, actor, NOTHING, fields, now);
  const status = columns.scheduledAt ? 'PROGRAMADA' : 'INATIVA';
  if (status === 'PROGRAMADA') await assertStartable(tx, actor, { ...columns, ...sending });
  const id = await repo.insert(tx, actor.companyId, { ...columns, name: fields.name, status });
  return changed(tx, actor, null, id);
}

/** ERR_CAMPAIGN_NOT_EDITABLE, ERR_CAMPAIGN_OTHER_KIND, and what `columnsOf` and `assertStartable` throw. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  fields: Change<CampaignFields>,
  now: Date,
): Promise<CampaignView> {
  const before = editable(await lock(tx, actor, id), now);
  const { columns, ...sending } = await columnsOf(tx, actor, before, fields, now);
  const status = before.status === 'CANCELADA' ? 'CANCELADA' : columns.scheduledAt ? 'PROGRAMADA' : 'INATIVA';
  if (status === 'PROGRAMADA') {
    if (before.status !== 'PROGRAMADA') await assertRoom(tx, actor.companyId, 'campaigns');
    await assertComplete(tx, actor, { ...columns, ...sending });
  }
  const { name = before.name } = fields;
  if (columns.connectionId !== before.whatsappId) {
    if (columns.connectionId && (await repo.hasReachedOtherwise(tx, actor.companyId, id, sending.byAddress)))
      throw new AppError('ERR_CAMPAIGN_OTHER_KIND');
    await repo.failBegun(tx, actor.companyId, id);
  }
  // What people change is what they want it to be: an earlier reason to be cancelled is over.
  await repo.update(tx, actor.companyId, id, {
    ...columns,
    name,
    status,
    pausedReason: null,
    updatedAt: now,
  });
  return changed(tx, actor, before, id);
}

/** The file that goes with the text; the same again changes nothing. What `update` throws. */
export async function setFile(
  tx: Tx,
  actor: Actor,
  id: number,
  mediaId: string | null,
  now: Date,
): Promise<CampaignView> {
  const before = presentCampaign(await lock(tx, actor, id));
  return (before.media?.id ?? null) === mediaId ? before : update(tx, actor, id, { mediaId }, now);
}

/** ERR_CAMPAIGN_RUNNING. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await lock(tx, actor, id);
  if (before.status === 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_RUNNING');
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, before, null);
}

/** Whatever is not on its way in this moment stays. ERR_CAMPAIGN_NOT_RUNNING. */
export async function cancel(tx: Tx, actor: Actor, id: number, now: Date): Promise<CampaignView> {
  const before = await lock(tx, actor, id);
  if (before.status !== 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_NOT_RUNNING');
  const still = { pausedReason: null, pausedUntil: null };
  await repo.update(tx, actor.companyId, id, { status: 'CANCELADA', ...still, updatedAt: now });
  return changed(tx, actor, before, id);
}

/** ERR_CAMPAIGN_NOT_CANCELLED, and what `assertStartable` throws. */
export async function restart(tx: Tx, actor: Actor, id: number, now: Date): Promise<CampaignView> {
  const { companyId } = actor;
  const before = await lock(tx, actor, id);
  if (before.status !== 'CANCELADA') throw new AppError('ERR_CAMPAIGN_NOT_CANCELLED');
  await assertStartable(tx, actor, { ...before, connectionId: before.whatsappId });
  if (before.isStale) await repo.forgetUntouched(tx, companyId, id);
  const anew = before.isStale ? { isStale: false, takenUpTo: 0 } : {};
  await repo.update(tx, companyId, id, { ...running(now), ...anew });
  return changed(tx, actor, before, id);
}

/** ERR_CAMPAIGN_NOT_PAUSED, also while the restriction lasts. */
export async function resume(tx: Tx, actor: Actor, id: number, now: Date): Promise<CampaignView> {
  const before = await lock(tx, actor, id);
  const lasts = before.pausedUntil !== null && before.pausedUntil > now;
  if (before.status !== 'EM_ANDAMENTO' || !waitsForPerson(before.pausedReason) || lasts)
    throw new AppError('ERR_CAMPAIGN_NOT_PAUSED');
  await repo.update(tx, actor.companyId, id, running(now));
  return changed(tx, actor, before, id);
}

/** ERR_CAMPAIGN_NOTHING_FAILED, and what `assertStartable` throws. */
export async function retry(tx: Tx, actor: Actor, id: number, now: Date): Promise<CampaignView> {
  const { companyId } = actor;
  const before = await lock(tx, actor, id);
  if (before.status !== 'EM_ANDAMENTO')
    await assertStartable(tx, actor, { ...before, connectionId: before.whatsappId });
  if ((await repo.requeueFailed(tx, companyId, id)) === 0) throw new AppError('ERR_CAMPAIGN_NOTHING_FAILED');
  if (before.status !== 'EM_ANDAMENTO') await repo.update(tx, companyId, id, running(now));
  return changed(tx, actor, before, id);
}

const running = (now: Date) =>
  ({
    status: 'EM_ANDAMENTO',
    completedAt: null,
    pausedReason: null,
    pausedUntil: null,
    updatedAt: now,
  }) as const;

/** Called by whoever is about to give it a file. ERR_CAMPAIGN_NOT_EDITABLE. */
export async function assertEditable(tx: Tx, { companyId }: Actor, id: number, now: Date): Promise<void> {
  editable(orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CAMPAIGN_FOUND'), now);
}

function editable(campaign: repo.CampaignRecord, now: Date): repo.CampaignRecord {
  if (!isEditable(campaign, now)) throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE');
  return campaign;
}

async function lock(tx: Tx, { companyId }: Actor, id: number): Promise<repo.CampaignRecord> {
  return orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_CAMPAIGN_FOUND');
}

/** What people fill in. */
type Before = Pick<
  repo.CampaignRecord,
  | 'confirmation'
  | 'contactListId'
  | 'tagListId'
  | 'whatsappId'
  | 'fileListId'
  | 'media'
  | 'messages'
  | 'confirmationMessages'
  | 'template'
  | 'scheduledAt'
  | 'window'
  | 'quietDays'
>;

const NO_TEXTS = ['', '', '', '', ''];
const NOTHING: Before = {
  confirmation: false,
  contactListId: null,
  tagListId: null,
  whatsappId: null,
  fileListId: null,
  media: null,
  messages: NO_TEXTS,
  confirmationMessages: NO_TEXTS,
  template: null,
  scheduledAt: null,
  window: null,
  quietDays: 0,
};

/**
 * All columns that people fill in, as they are after a change. ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND,
 * ERR_NO_WAPP_FOUND, ERR_NO_FILE_LIST_FOUND, ERR_NO_MEDIA_FOUND, ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS,
 * ERR_CAMPAIGN_SCHEDULE.
 */
async function columnsOf(tx: Tx, actor: Actor, before: Before, fields: Change<CampaignFields>, now: Date) {
  const { companyId } = actor;
  const {
    confirmation = before.confirmation,
    whatsappId: connectionId = before.whatsappId,
    fileListId = before.fileListId,
    window = before.window,
    quietDays = before.quietDays,
  } = fields;
  const connection = connectionId ? await repo.findConnection(tx, companyId, connectionId) : undefined;
  const features = connection && featuresOf(connection);
  if (connectionId && connectionId !== before.whatsappId) {
    if (!features) throw new AppError('ERR_NO_WAPP_FOUND');
    if (!features.campaigns) throw new AppError('ERR_CHANNEL_NO_CAMPAIGNS');
  }
  const needsTemplate = features?.templates ?? false;
  const byAddress = connection !== undefined && BY_ADDRESS.includes(connection.kind);
  if (fileListId && fileListId !== before.fileListId) await fileLists.get(tx, actor, fileListId);
  const columns = {
    ...(await listOf(tx, actor, before, fields)),
    ...(await newFile(tx, actor, before, fields.mediaId)),
    confirmation,
    connectionId,
    fileListId,
    template: needsTemplate ? await newTemplate(tx, companyId, connectionId, before, fields) : null,
    messages: textsOf('message', fields, before.messages),
    confirmationMessages: textsOf('confirmationMessage', fields, before.confirmationMessages),
    scheduledAt: await scheduleOf(tx, companyId, before.scheduledAt, fields.scheduledAt, now),
    sendingWindow: window,
    quietDays,
    isStale: true,
  };
  return { columns, needsTemplate, byAddress };
}

/** A tag becomes a list of the people who carry it in this moment; the same tag again leaves that list alone. */
async function listOf(tx: Tx, actor: Actor, before: Before, fields: Change<CampaignFields>) {
  const { contactListId = before.contactListId, tagListId = before.tagListId } = fields;
  if (contactListId && contactListId !== before.contactListId)
    await contactLists.get(tx, actor, contactListId);
  if (tagListId && tagListId !== before.tagListId) {
    const made = await contactLists.createListFromTag(tx, actor, tagListId, {
      basis: fields.tagListBasis,
    });
    return { contactListId: made.id, tagListId };
  }
  // A form that knows the tag alone sends no list.
  const isKept = contactListId === null && tagListId !== null && tagListId === before.tagListId;
  return { contactListId: isKept ? before.contactListId : contactListId, tagListId };
}

/** What stays is not looked at again: whether it is still there the campaign finds out when it begins. */
async function newTemplate(
  tx: Tx,
  companyId: number,
  connectionId: number | null,
  before: Before,
  { template = before.template }: Change<CampaignFields>,
): Promise<TemplateChoice | null> {
  const isKept = template === before.template && connectionId === before.whatsappId;
  if (template && connectionId && !isKept) await chosenTemplate(tx, companyId, connectionId, template);
  return template;
}

function textsOf(
  field: 'message' | 'confirmationMessage',
  fields: Change<CampaignFields>,
  before: readonly string[],
): string[] {
  return before.map((text, place) => {
    const given = fields[`${field}${place + 1}` as 'message1'];
    return given === undefined ? text : (given ?? '');
  });
}

const DAY_MS = 86_400_000;
/** What people call now takes them a moment to save. */
const NOW_MS = 5 * 60_000;

async function scheduleOf(
  tx: Tx,
  companyId: number,
  before: Date | null,
  given: string | null | undefined,
  now: Date,
): Promise<Date | null> {
  if (given === undefined) return before;
  if (given === null) return null;
  const at = instantOfText(given, await repo.timezoneOf(tx, companyId)) ?? new Date(given);
  const ahead = at.getTime() - now.getTime();
  if (at.getTime() === before?.getTime()) return at;
  if (ahead < -NOW_MS || ahead > CAMPAIGN_LIMITS.scheduleDays * DAY_MS)
    throw new AppError('ERR_CAMPAIGN_SCHEDULE');
  return at;
}

type Startable = Pick<
  repo.CampaignColumns,
  'contactListId' | 'connectionId' | 'messages' | 'confirmation' | 'confirmationMessages' | 'template'
> & { needsTemplate: boolean; byAddress: boolean };

/** ERR_CAMPAIGN_INCOMPLETE, ERR_CAMPAIGN_NEEDS_CONSENT, ERR_PLAN_LIMIT_CAMPAIGNS {limit}. */
async function assertStartable(tx: Tx, actor: Actor, campaign: Startable): Promise<void> {
  await assertComplete(tx, actor, campaign);
  await assertRoom(tx, actor.companyId, 'campaigns');
}

async function assertComplete(tx: Tx, actor: Actor, campaign: Startable): Promise<void> {
  const { contactListId, connectionId, messages, confirmation, confirmationMessages } = campaign;
  const { template, needsTemplate } = campaign;
  const has = (texts: readonly string[]) => texts.some((text) => text.trim() !== '');
  const isSaid = has(messages) && (!confirmation || has(confirmationMessages));
  if (!contactListId || !connectionId || !(needsTemplate ? template : isSaid))
    throw new AppError('ERR_CAMPAIGN_INCOMPLETE');
  // Whom it is taken over for is looked at again when it begins.
  if (campaign.byAddress && (await contactLists.get(tx, actor, contactListId)).basis?.kind !== 'consent')
    throw new AppError('ERR_CAMPAIGN_NEEDS_CONSENT');
}

async function changed(
  tx: Tx,
  actor: Actor,
  before: repo.CampaignRecord | null,
  id: number,
): Promise<CampaignView> {
  const after = orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_CAMPAIGN_FOUND');
  await recordChange(tx, actor, AUDITED, before, after);
  return presentCampaign(after);
}

const AUDITED: Audited<repo.CampaignRecord> = {
  entity: 'campaign',
  name: ({ name }) => name,
  fields: ({ name, status, confirmation, contactListId, whatsappId, fileListId, scheduledAt, ...more }) => ({
    name,
    status,
    confirmation,
    contactListId,
    whatsappId,
    fileListId,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    messages: more.messages,
    confirmationMessages: more.confirmationMessages,
    template: more.template?.name ?? null,
    window: more.window,
    quietDays: more.quietDays,
    mediaName: more.media?.name ?? null,
  }),
};
