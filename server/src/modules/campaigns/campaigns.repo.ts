import type { CampaignRow, CampaignStatus, PauseReason } from '@balcao/shared/features/campaigns/row.ts';
import type { SendingWindow } from '@balcao/shared/features/campaigns/sending-window.ts';
import { BY_ADDRESS, BY_TEMPLATE } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import type { StatedBasis } from '@balcao/shared/features/contact-lists/basis.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';
import { carriedMedia } from '../media/media.presenter.ts';
import { campaignsOpen } from '../subscription/campaigns-open.ts';

type Instants = 'scheduledAt' | 'completedAt' | 'pausedUntil' | 'createdAt' | 'updatedAt';
/** A campaign as the database has it; `isDown` and `isGone` are of its connection. */
export type ListedRecord = Omit<CampaignRow, Instants> & {
  scheduledAt: Date | null;
  completedAt: Date | null;
  pausedUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
  isDown: boolean;
  isGone: boolean;
};

export type CampaignRecord = ListedRecord & {
  tagListId: number | null;
  fileListId: number | null;
  messages: string[];
  confirmationMessages: string[];
  template: TemplateChoice | null;
  /** Its connection sends nothing else to who has not written. */
  needsTemplate: boolean;
  /** Its connection leads to addresses of e-mail. */
  byAddress: boolean;
  window: SendingWindow | null;
  quietDays: number;
  media: MediaView | null;
  contactList: { id: number; name: string; contactsCount: number } | null;
  listBasis: StatedBasis;
  whatsapp: { id: number; name: string } | null;
  isStale: boolean;
};

const listed = (tx: Tx) => tx`
  c.id, c.name, c.status, c.confirmation, c.contact_list_id,
  case when w.deleted_at is null then c.connection_id end as whatsapp_id,
  c.scheduled_at, c.completed_at, c.paused_reason, c.paused_until, c.created_at, c.updated_at,
  coalesce(w.status <> 'connected', true) as is_down, w.deleted_at is not null as is_gone`;

const tables = (tx: Tx) => tx`
  campaigns c left join connections w on w.company_id = c.company_id and w.id = c.connection_id`;

const records = (tx: Tx, companyId: number) => tx`
  select ${listed(tx)}, c.tag_list_id, c.file_list_id, c.messages, c.confirmation_messages,
    c.template, coalesce(w.kind = any (${BY_TEMPLATE}), false) as needs_template,
    coalesce(w.kind = any (${BY_ADDRESS}), false) as by_address, c.sending_window as "window", c.quiet_days, c.is_stale, ${carriedMedia(tx, 'c')},
    case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name, 'contactsCount', l.contacts_count) end
      as contact_list,
    case when c.is_stale or c.taken_up_to = 0 then l.basis else c.list_basis end as list_basis,
    case when w.deleted_at is null and w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end as whatsapp
  from ${tables(tx)}
  left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
  where c.company_id = ${companyId} and c.trial_of is null`;

export async function find(tx: Tx, companyId: number, id: number): Promise<CampaignRecord | undefined> {
  const [found] = await tx<CampaignRecord[]>`${records(tx, companyId)} and c.id = ${id}`;
  return found;
}

/** Nobody else changes, starts or sends it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<CampaignRecord | undefined> {
  await tx`select from campaigns where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<ListedRecord[]> {
  return tx<ListedRecord[]>`
    select ${listed(tx)} from ${tables(tx)}
    where c.company_id = ${companyId} and c.trial_of is null and c.id = any (${ids as string[]}::bigint[])`;
}

/** The newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<ListedRecord[]> {
  const matching = searchParam ? tx`and plain(c.name) like ${containing(tx, searchParam)}` : tx``;
  return tx<ListedRecord[]>`
    select ${listed(tx)} from ${tables(tx)}
    where c.company_id = ${companyId} and c.trial_of is null ${matching} order by c.id desc offset ${page.offset} limit ${page.limit}`;
}

export interface CampaignColumns {
  name: string;
  status: CampaignStatus;
  confirmation: boolean;
  contactListId: number | null;
  tagListId: number | null;
  connectionId: number | null;
  fileListId: number | null;
  mediaId: string | null;
  messages: string[];
  confirmationMessages: string[];
  template: TemplateChoice | null;
  scheduledAt: Date | null;
  sendingWindow: SendingWindow | null;
  quietDays: number;
  isStale: boolean;
  startedAt: Date;
  completedAt: Date | null;
  takenUpTo: number | null;
  /** As the list had it when its people were taken over. */
  listBasis: StatedBasis;
  pausedReason: PauseReason | null;
  pausedUntil: Date | null;
  updatedAt: Date;
}

export async function insert(
  tx: Tx,
  companyId: number,
  fields: Pick<CampaignColumns, 'name' | 'status' | 'messages' | 'confirmationMessages'> &
    Change<CampaignColumns>,
): Promise<number> {
  return insertInto(tx, 'campaigns', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<CampaignColumns>,
): Promise<void> {
  await updateIn<CampaignColumns>(tx, 'campaigns', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from campaigns where company_id = ${companyId} and id = ${id}`;
}

/** What a connection is that the company has, and has not deleted. */
export async function findConnection(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<Pick<ConnectionRow, 'kind' | 'channel'> | undefined> {
  const [found] = await tx<Pick<ConnectionRow, 'kind' | 'channel'>[]>`
    select kind, channel from connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
  return found;
}

export async function timezoneOf(tx: Tx, companyId: number): Promise<string> {
  const [company] = await tx<{ timezone: string }[]>`select timezone from companies where id = ${companyId}`;
  return company?.timezone ?? 'UTC';
}

/** Whether the company may have campaigns at all. */
export async function isInPlan(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx`
    select from companies o left join plans p on p.id = o.plan_id
    where o.id = ${companyId} and ${campaignsOpen(tx, 'o')}`;
  return found.count === 1;
}

/**
 * Those that failed wait for their turn again, but for whom nobody knows whether it arrived, and whose phone would show it
 * twice, and those who are named no more. @returns how many
 */
export async function requeueFailed(tx: Tx, companyId: number, id: number): Promise<number> {
  // What WhatsApp refused goes out under a new id. What it never answered may have arrived: that keeps its id, by which a
  // phone knows it again.
  await tx`
    delete from campaign_sends s using campaign_recipients r, campaigns c
    where s.company_id = ${companyId} and s.state = 'sending' and r.company_id = ${companyId} and r.id = s.recipient_id
      and r.campaign_id = ${id} and r.state = 'failed' and c.company_id = ${companyId} and c.id = ${id}
      and r.reason is distinct from 'ERR_SEND_UNCERTAIN'
      and (r.reason <> 'ERR_SENDING_WAPP_MSG' or s.connection_id <> c.connection_id)`;
  const failed = await tx`
    update campaign_recipients set state = 'queued', reason = null, attempts = 0
    where company_id = ${companyId} and campaign_id = ${id} and state = 'failed'
      and reason is distinct from 'ERR_SEND_UNCERTAIN' and number not like '#%'`;
  return failed.count;
}

/** Whoever has got nothing yet is taken over anew: with other texts, or from another list. */
export async function forgetUntouched(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    delete from campaign_recipients
    where company_id = ${companyId} and campaign_id = ${id} and connection_id is null
      and state in ('queued', 'skipped')`;
}

/** Whether it has reached anybody by a connection of the other kind: by e-mail, or by numbers. */
export async function hasReachedOtherwise(
  tx: Tx,
  companyId: number,
  id: number,
  byAddress: boolean,
): Promise<boolean> {
  const found = await tx`
    select from campaign_recipients r
    join connections w on w.company_id = r.company_id and w.id = r.connection_id
    where r.company_id = ${companyId} and r.campaign_id = ${id} and (w.kind = any (${BY_ADDRESS})) <> ${byAddress} limit 1`;
  return found.count > 0;
}

/** Fails what had begun: from another number it does not go on, and nobody knows how far it got. */
export async function failBegun(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    update campaign_recipients set state = 'failed', reason = 'ERR_SENDING_WAPP_MSG'
    where company_id = ${companyId} and campaign_id = ${id} and state = 'sending'`;
}

/** Those that a restore has stopped, in the whole installation. */
export interface HeldCampaigns {
  count: number;
  /** At most `NAMED`, each after its company. */
  names: string[];
}

const NAMED = 5;

/** By the index `campaigns_held`. Nobody decides on a trial. */
export async function findHeld(tx: Tx): Promise<HeldCampaigns> {
  const rows = await tx<{ company: string; name: string; all: number }[]>`
    select o.name as company, c.name, count(*) over ()::int as all
    from campaigns c join companies o on o.id = c.company_id
    where c.paused_reason = 'restored' and c.trial_of is null
    order by c.company_id, c.id limit ${NAMED}`;
  return { count: rows[0]?.all ?? 0, names: rows.map(({ company, name }) => `${company} – ${name}`) };
}
