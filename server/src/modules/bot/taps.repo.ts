import type { Tx } from '../../platform/db/client.ts';
import { tapsOn } from '../../platform/db/menu-taps.ts';
import type { StoredMenu } from '../../platform/db/message-json.ts';

/** A menu that this ticket's customer was shown, and how often something in it was tapped. */
export async function findMenu(
  tx: Tx,
  companyId: number,
  ticketId: number,
  messageId: string,
): Promise<{ menu: StoredMenu; taps: number } | undefined> {
  const [found] = await tx<{ menu: StoredMenu; taps: number }[]>`
    select m.menu, (
      select count(*)::int from messages t
      where t.company_id = ${companyId} and t.ticket_id = ${ticketId} and not t.from_me
        and starts_with(t.tap, ${tapsOn(messageId)})) as taps
    from messages m
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.id = ${messageId} and m.from_me
      and m.menu is not null`;
  return found;
}
