import type { CampaignVariable } from '@balcao/shared/features/campaign-settings/rules.ts';
import type { SkipReason } from '@balcao/shared/features/campaigns/row.ts';
import type { StatedBasis } from '@balcao/shared/features/contact-lists/basis.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hadOptedOut } from '../../platform/db/opt-outs.ts';
import { bodyOf, parametersOf, questionBodyOf, type Texts, templateOf, variantsOf } from './rendering.ts';

/** How the people of a list become recipients of a campaign, each frozen as a row. */

export interface TakenCampaign extends Texts {
  id: number;
  contactListId: number;
  quietDays: number;
  /** It goes to addresses of e-mail, and to nobody but people who have said yes to that. */
  byAddress: boolean;
  listBasis: StatedBasis;
}

/** Entries that one transaction takes over. */
const AT_ONCE = 10_000;

type Rules = Pick<TakenCampaign, 'id' | 'quietDays' | 'template' | 'byAddress' | 'listBasis'>;

/**
 * Why entry `i` of a list gets nothing, null for who gets it. Needs `k` of its contacts. What is said of a person
 * comes before what is said of the list. Whose messenger answers no question about numbers is not known before.
 */
function reasonFor(tx: Tx, companyId: number, rules: Rules) {
  if (!rules.byAddress) return reasonForNumber(tx, companyId, rules);
  if (rules.listBasis?.kind !== 'consent') return tx`'noConsent'::text`;
  return tx`
    case
      when i.email = '' then 'noAddress'
      when k.opted_out_at is not null or ${hadOptedOut(tx, companyId, tx`lower(i.email)`)}
        or ${hadOptedOut(tx, companyId, tx`i.number`)} then 'optedOut'
      when k.blocked then 'blocked'
      when i.id > first_of_address(i.contact_list_id, lower(i.email)) then 'duplicate'
      ${ifRecent(tx, companyId, rules, tx`lower(i.email)`)}
    end`;
}

const reasonForNumber = (tx: Tx, companyId: number, rules: Rules) => tx`
  case
    ${rules.template ? tx`` : tx`when i.is_whatsapp_valid is null then 'unchecked'`}
    when not i.is_whatsapp_valid then 'noWhatsapp'
    when k.opted_out_at is not null or ${hadOptedOut(tx, companyId, tx`i.number`)} then 'optedOut'
    when k.blocked then 'blocked'
    when i.whatsapp_number is not null and exists (
      select from contact_list_items d
      where d.company_id = ${companyId} and d.contact_list_id = i.contact_list_id
        and d.whatsapp_number = i.whatsapp_number and d.id < i.id) then 'duplicate'
    ${ifRecent(tx, companyId, rules, tx`i.number`)}
  end`;

/** Another campaign has reached whoever is known so. */
const ifRecent = (tx: Tx, companyId: number, { id, quietDays }: Rules, key: ReturnType<Tx>) =>
  quietDays > 0
    ? tx`when exists (
        select from campaign_recipients r
        join campaigns o on o.company_id = r.company_id and o.id = r.campaign_id and o.trial_of is null
        where r.company_id = ${companyId} and r.number = ${key} and r.connection_id is not null
          and r.campaign_id <> ${id}
          and coalesce(r.sent_at, r.confirmation_requested_at) > now() - make_interval(days => ${quietDays}))
      then 'recent'`
    : tx``;

/** The contact `k` who has the number of entry `i`; by mail, those who have its number or its address, as one. */
const contactOf = (tx: Tx, companyId: number, { byAddress }: Rules) =>
  byAddress
    ? tx`
      cross join lateral (
        select max(c.opted_out_at) as opted_out_at, bool_or(c.blocked) as blocked
        from contact_identities n join contacts c on c.company_id = n.company_id and c.id = n.contact_id
        where n.company_id = ${companyId}
          and (n.kind, n.value) in (('phone', i.number), ('email', lower(i.email)))) k`
    : tx`
      left join contact_identities n on n.company_id = ${companyId} and n.kind = 'phone' and n.value = i.number
      left join contacts k on k.company_id = ${companyId} and k.id = n.contact_id`;

/** What entry `i` is known by as a recipient. Who is left out by mail may share the address with somebody who is not. */
const keyOf = (tx: Tx, { byAddress }: Rules) =>
  byAddress ? tx`case when w.reason is null then lower(i.email) else i.number end` : tx`i.number`;

/** The text that entry `i` gets, by chance. */
const draw = (tx: Tx, variants: readonly number[]) => tx`
  cross join lateral (
    select (${variants as number[]}::int[])[1 + floor(random() * ${variants.length})::int] as variant
    where i.id is not null) v`;

/** Makes recipients of the next entries behind `after`. @returns the last one; null when there are no more */
export async function takeNext(
  tx: Tx,
  companyId: number,
  campaign: TakenCampaign & { connectionId: number | null },
  variables: readonly CampaignVariable[],
  after: number,
): Promise<number | null> {
  const [taken] = await tx<{ last: number | null; count: number }[]>`
    with i as materialized (
      select * from contact_list_items
      where company_id = ${companyId} and contact_list_id = ${campaign.contactListId} and id > ${after}
      order by id limit ${AT_ONCE}),
    made as (
      insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body,
        confirmation_body, template, known, state, reason)
      select ${companyId}, ${campaign.id}, i.name, ${keyOf(tx, campaign)},
        ${campaign.byAddress ? keyOf(tx, campaign) : tx`coalesce(i.whatsapp_number, i.number)`},
        case when w.reason is null then v.variant end, case when w.reason is null then ${bodyOf(tx, campaign, variables)} end,
        case when w.reason is null then ${questionBodyOf(tx, campaign, variables)} end,
        case when w.reason is null then ${templateOf(tx, campaign)} end,
        w.reason is null and not chat.is_new,
        case when w.reason is null then 'queued' else 'skipped' end, w.reason
      from i ${contactOf(tx, companyId, campaign)} ${draw(tx, variantsOf(campaign))}
      ${parametersOf(tx, campaign, variables)}
      cross join lateral (select ${reasonFor(tx, companyId, campaign)} as reason) w
      cross join lateral is_new_chat(${companyId}, ${campaign.connectionId}, ${keyOf(tx, campaign)}) chat
      order by i.id
      on conflict (company_id, campaign_id, number) do nothing)
    select max(id) as last, count(*)::int as count from i`;
  return taken && taken.count === AT_ONCE ? taken.last : null;
}

/** What `takeNext` would make of all of them, counted by reason; null: who would get it. */
export async function countTaken(
  tx: Tx,
  companyId: number,
  campaign: TakenCampaign,
): Promise<{ reason: SkipReason | null; count: number }[]> {
  return tx<{ reason: SkipReason | null; count: number }[]>`
    select ${reasonFor(tx, companyId, campaign)} as reason, count(*)::int as count
    from contact_list_items i ${contactOf(tx, companyId, campaign)}
    where i.company_id = ${companyId} and i.contact_list_id = ${campaign.contactListId} group by 1`;
}

export interface Sample {
  name: string;
  number: string;
  email: string;
}

/** The first of those who would get it. */
export async function firstTaken(
  tx: Tx,
  companyId: number,
  campaign: TakenCampaign,
  limit: number,
): Promise<Sample[]> {
  return tx<Sample[]>`
    select i.name, i.number, i.email from contact_list_items i ${contactOf(tx, companyId, campaign)}
    where i.company_id = ${companyId} and i.contact_list_id = ${campaign.contactListId}
      and ${reasonFor(tx, companyId, campaign)} is null
    order by i.id limit ${limit}`;
}

/** One entry of the campaign's list; the first one for null. */
export async function findEntry(
  tx: Tx,
  companyId: number,
  contactListId: number,
  id: number | null,
): Promise<Sample | undefined> {
  const [entry] = await tx<Sample[]>`
    select name, number, email from contact_list_items
    where company_id = ${companyId} and contact_list_id = ${contactListId}
      ${id === null ? tx`` : tx`and id = ${id}`}
    order by id limit 1`;
  return entry;
}
