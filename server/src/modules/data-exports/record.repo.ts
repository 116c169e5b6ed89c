import { bothSpellings } from '@balcao/shared/phone/digits.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { rowNames } from '../../platform/db/row-names.ts';

/** What there is about a person besides messages, kind by kind. */
export const RECORD_KINDS = [
  'tickets',
  'ratings',
  'questions',
  'aiRequests',
  'schedules',
  'lists',
  'campaigns',
  'phoneBooks',
  'numberChecks',
  'imports',
  'deliveries',
  'visits',
  'holds',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Every contact of the person, and the keys of every number. */
export interface Person {
  companyId: number;
  ids: readonly number[];
  numbers: readonly string[];
}

export type Value = string | number | boolean | Date | null;
/** The columns in the order in which they are shown, and where the row stands. */
export type RecordRow = { key: string } & Record<string, Value>;

/** What a reader holds at a time. */
const PAGE = 500;

type Query = ReturnType<Tx>;
interface Source {
  columns(tx: Tx): Query;
  from(tx: Tx, person: Person): Query;
  /** By which the rows are ordered, and its type. */
  key: 'bigint' | 'uuid' | 'text';
  keyed: string;
}

const these = (tx: Tx, { ids }: Person) => tx`any (${ids as number[]}::bigint[])`;
const those = (tx: Tx, { numbers }: Person) => tx`any (${numbers as string[]}::text[])`;

/** Numbers and e-mails, as rows of files may have them. */
const addressesOf = (tx: Tx, person: Person) => tx`array(
  select unnest(${person.numbers as string[]}::text[])
  union select value from contact_identities
  where company_id = ${person.companyId} and contact_id = ${these(tx, person)} and kind in ('phone', 'email')
  union select email from contacts
  where company_id = ${person.companyId} and id = ${these(tx, person)} and email <> '')`;

const SOURCES: Record<RecordKind, Source> = {
  tickets: {
    key: 'bigint',
    keyed: 't.id',
    columns: (tx) => tx`
      t.id as ticket, t.status, w.name as connection, q.name as queue, u.name as agent, t.created_at as begun_at,
      t.closed_at as ended_at, (
        select string_agg(g.name, ', ' order by g.name) from ticket_tags tt
        join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
        where tt.company_id = t.company_id and tt.ticket_id = t.id) as tags,
      nullif(concat_ws(' · ', t.referral ->> 'source', nullif(t.referral ->> 'title', ''), t.referral ->> 'url',
        nullif(t.referral ->> 'app', ''), nullif(t.referral ->> 'entryPoint', ''), nullif(t.referral ->> 'clickId', '')), '')
        as origin`,
    from: (tx, person) => tx`
      tickets t join connections w on w.company_id = t.company_id and w.id = t.connection_id
      left join queues q on q.company_id = t.company_id and q.id = t.queue_id
      left join users u on u.company_id = t.company_id and u.id = t.user_id
      where t.company_id = ${person.companyId} and t.contact_id = ${these(tx, person)}`,
  },
  ratings: {
    key: 'bigint',
    keyed: 'r.id',
    columns: (tx) => tx`r.ticket_id as ticket, r.rated_at as at, r.rate, u.name as agent`,
    from: (tx, person) => tx`
      ticket_tracking r left join users u on u.company_id = r.company_id and u.id = r.user_id
      where r.company_id = ${person.companyId} and r.rate is not null and r.ticket_id in (
        select id from tickets where company_id = ${person.companyId} and contact_id = ${these(tx, person)})`,
  },
  questions: {
    key: 'uuid',
    keyed: 'a.id',
    columns: (tx) => tx`a.ticket_id as ticket, a.at, a.question as words`,
    from: (tx, person) => tx`
      unanswered_questions a where a.company_id = ${person.companyId} and a.ticket_id in (
        select id from tickets where company_id = ${person.companyId} and contact_id = ${these(tx, person)})`,
  },
  // Its words are those of the conversation, which is there; what an AI said to customers is, too.
  aiRequests: {
    key: 'uuid',
    keyed: 'a.id',
    columns: (tx) => tx`a.ticket_id as ticket, a.at, a.model as service`,
    from: (tx, person) => tx`
      ai_requests a where a.company_id = ${person.companyId} and a.ticket_id in (
        select id from tickets where company_id = ${person.companyId} and contact_id = ${these(tx, person)})`,
  },
  schedules: {
    key: 'uuid',
    keyed: 's.id',
    columns: (tx) => tx`s.send_at, s.status, s.body as words, s.sent_at, u.name as agent`,
    from: (tx, person) => tx`
      schedules s left join users u on u.company_id = s.company_id and u.id = s.user_id
      where s.company_id = ${person.companyId} and s.contact_id = ${these(tx, person)}`,
  },
  lists: {
    key: 'bigint',
    keyed: 'i.id',
    columns: (tx) => tx`
      l.name as list, i.name, i.number, i.email, i.created_at as since, l.basis ->> 'kind' as basis,
      coalesce(l.basis ->> 'source', l.basis ->> 'words') as source, l.basis ->> 'givenOn' as given_on`,
    from: (tx, person) => tx`
      contact_list_items i join contact_lists l on l.company_id = i.company_id and l.id = i.contact_list_id
      where i.company_id = ${person.companyId} and i.number = ${those(tx, person)}`,
  },
  campaigns: {
    key: 'bigint',
    keyed: 'r.id',
    columns: (tx) => tx`
      k.name as campaign, r.name, r.number, r.state, nullif(concat_ws(' | ', r.confirmation_body, r.body), '') as words, r.confirmed_at, r.sent_at,
      r.delivered_at, r.read_at, r.answered_at, r.opted_out_at, (
        select string_agg(a.body, ' | ' order by a.at) from campaign_replies a
        where a.company_id = r.company_id and a.recipient_id = r.id) as answers`,
    from: (tx, person) => tx`
      campaign_recipients r join campaigns k on k.company_id = r.company_id and k.id = r.campaign_id
      where r.company_id = ${person.companyId} and (r.number = any (${addressesOf(tx, person)}) or r.number = any (array(
        select lower(email) from contact_list_items
        where company_id = ${person.companyId} and number = ${those(tx, person)} and email <> '')))`,
  },
  phoneBooks: {
    key: 'bigint',
    keyed: 'p.id',
    columns: (tx) => tx`w.name as connection, p.name, p.number, p.at as since`,
    from: (tx, person) => tx`
      phone_contacts p join connections w on w.company_id = p.company_id and w.id = p.connection_id
      where p.company_id = ${person.companyId} and p.key = ${those(tx, person)}`,
  },
  numberChecks: {
    key: 'text',
    keyed: 'n.number',
    columns: (tx) => tx`n.number, n."exists" as on_whatsapp, n.whatsapp_number, n.checked_at as at`,
    from: (tx, person) => tx`
      number_checks n where n.company_id = ${person.companyId} and n.number = ${those(tx, person)}`,
  },
  imports: {
    key: 'text',
    keyed: "concat(r.import_id, '/', lpad(r.row::text, 9, '0'))",
    columns: (tx) => tx`i.file_name as file, i.created_at as at, array_to_string(r.cells, ' | ') as words`,
    from: (tx, person) => tx`
      contact_import_rows r join contact_imports i on i.company_id = r.company_id and i.id = r.import_id
      where r.company_id = ${person.companyId} and ${rowNames(tx, tx`r.cells`, addressesOf(tx, person))}`,
  },
  deliveries: {
    key: 'bigint',
    keyed: 'd.place',
    columns: (tx) => tx`
      coalesce(h.name, n.name) as service, coalesce(h.url, n.url) as address, d.event, d.ticket_id as ticket,
      d.created_at as at, d.state, d.payload`,
    from: (tx, person) => tx`
      deliveries d left join webhooks h on h.company_id = d.company_id and h.id = d.webhook_id
      left join queue_integrations n on n.company_id = d.company_id and n.id = d.integration_id
      where d.company_id = ${person.companyId} and d.contact_id = ${these(tx, person)}`,
  },
  visits: {
    key: 'text',
    keyed: 'v.name',
    columns: (tx) => tx`
      v.seen_at as at, v.facts -> 'page' ->> 'url' as page, v.facts -> 'page' ->> 'referrer' as came_from,
      nullif(v.facts -> 'page' ->> 'campaign', '{}') as campaign, v.facts ->> 'browser' as browser, v.facts ->> 'language' as language,
      v.facts ->> 'email' as email, v.facts ->> 'phone' as number, v.facts ->> 'consentAt' as consent_at, (
        select string_agg(p ->> 'url', ', ') from jsonb_array_elements(v.facts -> 'pages') p) as pages`,
    from: (tx, person) => tx`
      web_visitors v join contact_identities i on i.company_id = v.company_id and i.kind = 'web' and i.value = v.name
      where v.company_id = ${person.companyId} and i.contact_id = ${these(tx, person)}`,
  },
  // Why is the company's own, as its notes are.
  holds: {
    key: 'bigint',
    keyed: 'h.id',
    columns: (tx) => tx`h.ticket_id as ticket, h.created_at as since`,
    from: (tx, person) => tx`
      holds h where h.company_id = ${person.companyId} and (h.contact_id = ${these(tx, person)} or h.ticket_id in (
        select id from tickets where company_id = ${person.companyId} and contact_id = ${these(tx, person)}))`,
  },
};

/** The next ones of a kind, the oldest first. */
export function listAfter(
  tx: Tx,
  kind: RecordKind,
  person: Person,
  after: string | null,
): Promise<RecordRow[]> {
  const { columns, from, key, keyed } = SOURCES[kind];
  const place = tx.unsafe(keyed);
  return tx<RecordRow[]>`
    select ${place}::text as key, ${columns(tx)}
    from ${from(tx, person)} ${after === null ? tx`` : tx`and ${place} > ${after}::${tx.unsafe(key)}`}
    order by ${place} limit ${PAGE}`;
}

/** A contact with what nobody else shows of it. */
export interface ContactRecord {
  id: number;
  name: string;
  number: string;
  email: string;
  notes: string;
  /** In which they wrote, as the AI took it when somebody had it translated. */
  language: string | null;
  extraInfo: { name: string; value: string }[];
  blocked: boolean;
  optedOutAt: Date | null;
  returnedAt: Date | null;
  createdAt: Date;
  /** By which messengers know it. */
  identities: { kind: string; value: string }[];
  picture: { path: string; mime: string; name: string } | null;
}

export const listContacts = (tx: Tx, { companyId, ...person }: Person): Promise<ContactRecord[]> =>
  tx<ContactRecord[]>`
    select c.id, c.name, c.number, c.email, c.notes, c.language, c.extra_info, c.blocked, c.opted_out_at, c.returned_at, c.created_at,
      coalesce((
        select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.kind, i.value)
        from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id), '[]') as identities,
      case when f.path is not null then json_build_object('path', f.path, 'mime', f.mime, 'name', f.name) end as picture
    from contacts c left join media f on f.company_id = c.company_id and f.id = c.picture_id
    where c.company_id = ${companyId} and c.id = ${these(tx, { companyId, ...person })}
    order by c.created_at, c.id`;

/** Keys of what somebody has written in groups, the oldest first. */
export const listGroupKeys = (
  tx: Tx,
  { companyId, ids, numbers }: Person,
  most: number,
): Promise<{ id: string; createdAt: Date }[]> =>
  tx<{ id: string; createdAt: Date }[]>`
    with author as (
      select unnest(${numbers.flatMap(bothSpellings)}::text[]) as number
      union
      select value from contact_identities
      where company_id = ${companyId} and contact_id = any (${ids as number[]}::bigint[]) and kind in ('phone', 'lid')
      union
      select number from contacts
      where company_id = ${companyId} and id = any (${ids as number[]}::bigint[]) and number <> '')
    select id, created_at from messages
    where company_id = ${companyId}
      and id in (select found from find_group_messages(array(select number from author), 'infinity', ${most}) as found)
    order by created_at, id`;

export interface CompanyRecord {
  company: string;
  timezone: string;
  language: Language;
}

export async function companyOf(tx: Tx, companyId: number): Promise<CompanyRecord> {
  const [found] = await tx<[CompanyRecord]>`
    select name as company, timezone, language from companies where id = ${companyId}`;
  return found;
}

export const languageOf = async (tx: Tx, companyId: number): Promise<Language> =>
  (await companyOf(tx, companyId)).language;
