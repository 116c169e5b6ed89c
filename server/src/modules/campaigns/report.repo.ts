import type {
  CampaignFigures,
  CampaignRecipient,
  CampaignReport,
} from '@balcao/shared/features/campaigns/calls.ts';
import { RECIPIENT_STATES, SKIP_REASONS } from '@balcao/shared/features/campaigns/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { containing } from '../../platform/db/search.ts';

/** What became of the recipients of a campaign, counted and one by one. */

type Counts = Omit<CampaignReport, 'campaign' | 'curve'>;

interface Group {
  state: (typeof RECIPIENT_STATES)[number];
  reason: string | null;
  variant: number | null;
  count: number;
  sent: number;
  delivered: number;
  read: number;
  answered: number;
  tickets: number;
  requested: number;
  confirmed: number;
  optedOut: number;
}

/** All counts at once: the rows in one pass, by state, reason and text. */
export async function count(tx: Tx, companyId: number, campaignId: number): Promise<Counts> {
  const groups = await tx<Group[]>`
    select state, reason, variant, count(*)::int as count, count(sent_at)::int as sent,
      count(delivered_at)::int as delivered, count(read_at)::int as read, count(answered_at)::int as answered,
      count(ticket_id)::int as tickets, count(confirmation_requested_at)::int as requested,
      count(confirmed_at)::int as confirmed, count(opted_out_at)::int as opted_out
    from campaign_recipients where company_id = ${companyId} and campaign_id = ${campaignId}
    group by state, reason, variant`;
  const sum = (of: keyof Omit<Group, 'state' | 'reason' | 'variant'>, among: Group[] = groups) =>
    among.reduce((total, group) => total + group[of], 0);
  const where = (is: (group: Group) => boolean) => groups.filter(is);
  const skipped = record(SKIP_REASONS, (reason) =>
    sum(
      'count',
      where((group) => group.state === 'skipped' && group.reason === reason),
    ),
  );
  const variants = [...new Set(groups.flatMap(({ variant }) => variant ?? []))].sort((a, b) => a - b);
  return {
    total: sum('count'),
    valid: sum('count') - skipped.noWhatsapp - skipped.unchecked - skipped.noAddress,
    states: record(RECIPIENT_STATES, (state) =>
      sum(
        'count',
        where((group) => group.state === state),
      ),
    ),
    skipped,
    sent: sum('sent'),
    delivered: sum('delivered'),
    read: sum('read'),
    answered: sum('answered'),
    tickets: sum('tickets'),
    confirmationsRequested: sum('requested'),
    confirmations: sum('confirmed'),
    optOuts: sum('optedOut'),
    variants: variants.map((variant) => {
      const own = where((group) => group.variant === variant);
      const of = (what: 'sent' | 'delivered' | 'read' | 'answered') => sum(what, own);
      return {
        variant,
        recipients: sum('count', own),
        sent: of('sent'),
        delivered: of('delivered'),
        read: of('read'),
        answered: of('answered'),
      };
    }),
    failures: Object.entries(
      Object.groupBy(
        where(({ state }) => state === 'failed'),
        ({ reason }) => reason ?? '',
      ),
    ).map(([code, failed = []]) => ({ code, count: sum('count', failed) })),
  };
}

const record = <const K extends readonly string[], T>(keys: K, value: (key: K[number]) => T) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as { [P in K[number]]: T };

/** How far those of the campaigns are that have taken over recipients. */
export async function figures(
  tx: Tx,
  companyId: number,
  campaignIds: readonly number[],
): Promise<CampaignFigures[]> {
  const rows = await tx<CampaignFigures[]>`
    select r.campaign_id as id, count(*)::int as recipients,
      (count(*) filter (where r.state not in ('queued', 'asked', 'sending')))::int as done,
      count(r.sent_at)::int as sent, count(r.read_at)::int as read, count(r.answered_at)::int as answered
    from campaigns c join campaign_recipients r on r.company_id = c.company_id and r.campaign_id = c.id
    where c.company_id = ${companyId} and c.id = any (${campaignIds as number[]}::bigint[]) and c.trial_of is null
      and r.state <> 'skipped'
    group by r.campaign_id`;
  return [...rows];
}

const STEPS = 48;

/** How it went on, from the first message to the last news, in equal steps. WhatsApp tells of ticks in whole seconds. */
export async function curve(tx: Tx, companyId: number, campaignId: number): Promise<CampaignReport['curve']> {
  const rows = await tx<(Omit<CampaignReport['curve'][number], 'at'> & { at: Date })[]>`
    with news as (
      select sent_at, delivered_at, read_at, answered_at from campaign_recipients
      where company_id = ${companyId} and campaign_id = ${campaignId} and sent_at is not null),
    span as (
      select min(sent_at) as first,
        greatest(max(sent_at), max(delivered_at), max(read_at), max(answered_at)) as last from news),
    step as (
      select first, greatest((last - first) / ${STEPS - 1}, interval '1 minute') as long from span where first is not null)
    select first + place.at * long as at, sum(sent)::int as sent, sum(delivered)::int as delivered,
      sum(read)::int as read, sum(answered)::int as answered
    from step cross join lateral (
      select floor(extract(epoch from greatest(told.moment, sent_at) - first) / extract(epoch from long)) as at, told.*
      from news cross join lateral (values
        (sent_at, 1, 0, 0, 0), (delivered_at, 0, 1, 0, 0), (read_at, 0, 0, 1, 0), (answered_at, 0, 0, 0, 1))
        as told (moment, sent, delivered, read, answered)
      where told.moment is not null) place
    group by 1 order by 1`;
  return rows.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }));
}

interface Filter {
  searchParam?: string | undefined;
  state?: string | undefined;
  after?: number | undefined;
}

type Moments = 'sentAt' | 'deliveredAt' | 'readAt' | 'answeredAt' | 'confirmationRequestedAt' | 'confirmedAt';
type RecipientRecord = Omit<CampaignRecipient, Moments> & Record<Moments, Date | null>;

/** Lists recipients in the order in which they were taken over. */
export async function list(
  tx: Tx,
  companyId: number,
  campaignId: number,
  { searchParam, state, after = 0 }: Filter,
  limit: number,
): Promise<CampaignRecipient[]> {
  const records = await tx<RecipientRecord[]>`
    select r.id, r.name, case when r.number not like '#%' then r.number else '' end as number, r.variant, r.state, r.reason, r.sent_at, r.delivered_at, r.read_at, r.answered_at,
      r.confirmation_requested_at, r.confirmed_at, t.uuid as ticket_uuid
    from campaign_recipients r
    -- Whoever is named no more is not found by the conversation either.
    left join tickets t on t.company_id = r.company_id and t.id = r.ticket_id and r.number not like '#%'
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and r.id > ${after}
      ${searchParam ? tx`and plain(r.name || ' ' || r.number) like ${containing(tx, searchParam)}` : tx``}
      ${state === undefined ? tx`` : state === 'answered' ? tx`and r.answered_at is not null` : tx`and r.state = ${state}`}
    order by r.id limit ${limit}`;
  const instant = (at: Date | null) => at?.toISOString() ?? null;
  return records.map((record) => ({
    ...record,
    sentAt: instant(record.sentAt),
    deliveredAt: instant(record.deliveredAt),
    readAt: instant(record.readAt),
    answeredAt: instant(record.answeredAt),
    confirmationRequestedAt: instant(record.confirmationRequestedAt),
    confirmedAt: instant(record.confirmedAt),
  }));
}
