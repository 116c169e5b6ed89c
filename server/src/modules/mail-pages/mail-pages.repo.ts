import type { Tx } from '../../platform/db/client.ts';

export interface MailPageRow {
  scopes: string[];
  html: string;
  pictures: string[];
}

export async function findPage(tx: Tx, companyId: number, messageId: string): Promise<MailPageRow | null> {
  const [row] = await tx<MailPageRow[]>`
    select t.scopes, p.html, p.pictures
    from mail_pages p
    join messages m on m.company_id = p.company_id and m.id = p.message_id
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where p.company_id = ${companyId} and p.message_id = ${messageId}`;
  return row ?? null;
}

export interface PageFile {
  place: number;
  path: string;
  mime: string;
  size: number;
}

/** Files of the mail that its page shows. Each is a message beside it, of which the number is the end of its id. */
export async function findFiles(
  tx: Tx,
  companyId: number,
  messageId: string,
  places: readonly number[],
): Promise<PageFile[]> {
  return tx<PageFile[]>`
    select shown.place, f.path, f.mime, f.size::float8 as size
    from messages m
    cross join unnest(${places as number[]}::int[]) as shown (place)
    join messages beside on beside.company_id = m.company_id and beside.connection_id = m.connection_id
      and beside.contact_id = m.contact_id and beside.participant = m.participant and beside.from_me = m.from_me
      and beside.wa_id = m.wa_id || ' ' || shown.place
    join media f on f.company_id = beside.company_id and f.id = beside.media_id and f.state = 'stored'
    where m.company_id = ${companyId} and m.id = ${messageId}
    order by shown.place`;
}
