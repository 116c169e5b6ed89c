import type { Visit } from '@balcao/shared/features/web-chat/visit.ts';
import type { Tx } from '../../platform/db/client.ts';

const MOST_PAGES = 20;
/** Browsers of one person. */
const MOST = 5;

/** Keeps what is known of a visitor; what is left out stays. */
export async function keep(tx: Tx, companyId: number, name: string, facts: Partial<Visit>): Promise<void> {
  await tx`
    insert into web_visitors as w (company_id, name, facts) values (${companyId}, ${name}, ${tx.json(facts)})
    on conflict (company_id, name) do update set facts = w.facts || excluded.facts, seen_at = now()`;
}

/** One more page that a visitor looks at, of whom something is known. One that is loaded again is the same. */
export async function addPage(
  tx: Tx,
  companyId: number,
  name: string,
  page: Visit['pages'][number],
): Promise<void> {
  await tx`
    update web_visitors set seen_at = now(), facts = facts || jsonb_build_object('pages', (
      select jsonb_agg(one order by place) from (
        select one, place from jsonb_array_elements(coalesce(facts -> 'pages', '[]') || ${tx.json([page])}::jsonb)
          with ordinality as all_pages (one, place)
        order by place desc limit ${MOST_PAGES}) newest))
    where company_id = ${companyId} and name = ${name} and facts #>> '{pages,-1,url}' is distinct from ${page.url}`;
}

/** Of a contact, the newest first. */
export async function ofContact(
  tx: Tx,
  companyId: number,
  contactId: number,
): Promise<(Partial<Visit> & { seenAt: string })[]> {
  const rows = await tx<{ facts: Partial<Visit>; seenAt: Date }[]>`
    select w.facts, w.seen_at from contact_identities i
    join web_visitors w on w.company_id = i.company_id and w.name = i.value
    where i.company_id = ${companyId} and i.contact_id = ${contactId} and i.kind = 'web'
    order by w.seen_at desc limit ${MOST}`;
  return rows.map(({ facts, seenAt }) => ({ ...facts, seenAt: seenAt.toISOString() }));
}
