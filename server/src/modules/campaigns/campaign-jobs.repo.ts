import { CONFIRMATION_HOURS } from '@balcao/shared/features/campaigns/rules.ts';
import { BY_ADDRESS } from '@balcao/shared/features/connections/channel.ts';
import type { StatedBasis } from '@balcao/shared/features/contact-lists/basis.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What campaigns need of the clock, in all companies. */

export interface DueCampaign {
  companyId: number;
  id: number;
}

/** Those whose time has come, the longest due first. */
export function listDue(tx: Tx, now: Date, limit: number): Promise<DueCampaign[]> {
  return tx<DueCampaign[]>`
    select company_id, id from campaigns
    where status = 'PROGRAMADA' and scheduled_at <= ${now} order by scheduled_at limit ${limit}`;
}

/** Those whose list is being taken over. */
export function listTaking(tx: Tx, limit: number): Promise<DueCampaign[]> {
  return tx<DueCampaign[]>`
    select company_id, id from campaigns
    where status = 'EM_ANDAMENTO' and taken_up_to is not null order by started_at limit ${limit}`;
}

export interface ClaimedCampaign extends DueCampaign {
  status: string;
  scheduledAt: Date | null;
  contactListId: number | null;
  connectionId: number | null;
  takenUpTo: number | null;
  listBasis: StatedBasis;
  /** Its connection leads to addresses of e-mail. */
  byAddress: boolean;
  messages: string[];
  template: TemplateChoice | null;
  confirmation: boolean;
  confirmationMessages: string[];
  quietDays: number;
}

/** One for this process; undefined when another has it. */
export async function claim(tx: Tx, { companyId, id }: DueCampaign): Promise<ClaimedCampaign | undefined> {
  const [found] = await tx<ClaimedCampaign[]>`
    select company_id, id, status, scheduled_at, contact_list_id, connection_id, taken_up_to, messages, template,
      confirmation, confirmation_messages, quiet_days, (
        select basis from contact_lists l
        where l.company_id = campaigns.company_id and l.id = campaigns.contact_list_id) as list_basis,
      exists (
        select from connections w
        where w.company_id = campaigns.company_id and w.id = campaigns.connection_id
          and w.kind = any (${BY_ADDRESS})) as by_address
    from campaigns where company_id = ${companyId} and id = ${id} for update skip locked`;
  return found;
}

/** Those under way in which somebody is to be left out, or nobody is left. */
export function listEnding(tx: Tx, now: Date, limit: number): Promise<DueCampaign[]> {
  return tx<DueCampaign[]>`
    select c.company_id, c.id from campaigns c
    where c.status = 'EM_ANDAMENTO' and c.taken_up_to is null and (
      exists (
        select from campaign_recipients r
        where r.company_id = c.company_id and r.campaign_id = c.id and r.state = 'asked'
          and r.confirmation_requested_at <= ${now}::timestamptz - make_interval(hours => ${CONFIRMATION_HOURS}))
      or not (${hasOpen(tx)}))
    limit ${limit}`;
}

const hasOpen = (tx: Tx) => tx`
  exists (
    select from campaign_recipients r
    where r.company_id = c.company_id and r.campaign_id = c.id and r.state in ('queued', 'sending'))
  or exists (
    select from campaign_recipients r
    where r.company_id = c.company_id and r.campaign_id = c.id and r.state = 'asked')`;

/** Whoever has not said yes in time gets nothing. */
export async function expire(tx: Tx, { companyId, id }: DueCampaign, now: Date): Promise<void> {
  await tx`
    update campaign_recipients set state = 'skipped', reason = 'expired'
    where company_id = ${companyId} and campaign_id = ${id} and state = 'asked'
      and confirmation_requested_at <= ${now}::timestamptz - make_interval(hours => ${CONFIRMATION_HOURS})`;
}

/** Ends a campaign when nobody is left to be sent to or to say yes. */
export async function finish(tx: Tx, { companyId, id }: DueCampaign, now: Date): Promise<void> {
  await tx`
    update campaigns c set status = 'FINALIZADA', completed_at = ${now}, paused_reason = null, paused_until = null,
      updated_at = ${now}
    where c.company_id = ${companyId} and c.id = ${id} and c.status = 'EM_ANDAMENTO' and c.taken_up_to is null
      and not (${hasOpen(tx)})`;
}

/** Those under way on a number that WhatsApp has restricted. */
export function listRestricted(tx: Tx, limit: number): Promise<(DueCampaign & { until: Date | null })[]> {
  return tx<(DueCampaign & { until: Date | null })[]>`
    select c.company_id, c.id, w.until from campaigns c
    join connections w on w.company_id = c.company_id and w.id = c.connection_id
    where c.status = 'EM_ANDAMENTO' and w.reason in ('restricted', 'banned')
      and (c.paused_reason is distinct from 'restricted' or w.until > coalesce(c.paused_until, '-infinity')) limit ${limit}`;
}
