import type { Tx } from '../../platform/db/client.ts';

/**
 * By which address the person is known in whose conversation a mail of ours stands that is answered: the nearest one counts.
 * Our ids are random, so only who has got such a mail can name it.
 *
 * @param from who answers; the same person may be known by several addresses
 * @returns null when the mail answers none of ours
 */
export async function findConversation(
  tx: Tx,
  { companyId, connectionId }: { companyId: number; connectionId: number },
  answers: readonly string[],
  from: string,
): Promise<string | null> {
  if (answers.length === 0) return null;
  const [row] = await tx<{ address: string }[]>`
    select known.value as address
    from unnest(${answers as string[]}::text[]) with ordinality as answered (id, place)
    join messages m on m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.wa_id = answered.id
      and m.from_me
    join contact_identities known on known.company_id = ${companyId} and known.contact_id = m.contact_id
      and known.kind = 'email'
    order by answered.place, known.value <> ${from} limit 1`;
  return row?.address ?? null;
}
