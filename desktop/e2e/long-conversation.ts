import type { Locator } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { DEEP } from '../../server/test/sample.ts';
import type { Stack } from './stack.ts';

/** How many messages `addHistory` puts before a customer's messages: a sample of them, or with `DEEP=1` all. */
export const HISTORY = DEEP ? 10_000 : 3_000;

/**
 * Messages of earlier years in a ticket that has long been closed, every seventh with the file of the customer's last
 * picture of unknown height.
 */
export async function addHistory(stack: Stack, customer: string): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-history' });
  await sql.begin(async (tx) => {
    await tx`set local app.feed_muted = 'on'`;
    await tx`update media set width = null, height = null`;
    const [old] = await tx`
      insert into tickets (company_id, contact_id, connection_id, queue_id, status, closed_at, last_message_at)
      select company_id, contact_id, connection_id, queue_id, 'closed', now(), now() - interval '2 days'
      from tickets t where exists (select from contacts c
        where c.company_id = t.company_id and c.id = t.contact_id and c.number = ${customer})
      returning company_id, id, contact_id, connection_id`;
    if (!old) throw new Error(`${customer} has no ticket`);
    const { companyId, id, contactId, connectionId } = old;
    await tx`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, media_id,
        state, ack, read, created_at)
      select ${companyId}, ('0199a000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${id}, ${contactId},
        ${connectionId}, n % 3 = 0,
        case when n = ${HISTORY * 0.3}::int then 'ágúlha 3000' when n = ${HISTORY * 0.9}::int then 'agulha 9000'
          else 'Mensagem ' || n || repeat(' e mais um pouco de texto', n % 9) end,
        case when n % 7 = 0 then 'image' else 'chat' end,
        case when n % 7 = 0 then (select max(media_id::text)::uuid from messages
          where contact_id = ${contactId} and media_type = 'image') end,
        case when n % 3 = 0 then 'sent' else 'received' end, 4, true,
        now() - interval '3 days' - (${HISTORY}::int - n) * interval '7 minutes'
      from generate_series(1, ${HISTORY}::int) n`;
  });
  await sql.end();
}

export interface Climb {
  /** Pages that were put in above messages on the screen. */
  prepends: number;
  /** How far such a message, or any other, ever moved, other than by what was scrolled. Pixels. */
  worst: number;
  /** How many messages were in the document at a time, at most. */
  most: number;
}

/**
 * Scrolls to the first message, now by leaps and now by little steps. After each frame that was painted, whatever
 * messages on the screen are where they were in the frame before, moved by the scroll distance in between.
 */
export function climb(log: Locator): Promise<Climb> {
  return log.evaluate(async (scroller) => {
    const channel = new MessageChannel();
    const painted = () =>
      new Promise<void>((resolve) => {
        channel.port1.onmessage = () => resolve();
        requestAnimationFrame(() => channel.port2.postMessage(null));
      });
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const { top: upper, bottom: lower } = scroller.getBoundingClientRect();
    /** The position of each message on the screen, and its index among all that are held. */
    const look = () => {
      const all = [...scroller.querySelectorAll<HTMLElement>('[data-message-id]')];
      most = Math.max(most, all.length);
      const seen = all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const place = Number(one.closest<HTMLElement>('[data-index]')?.dataset.index);
        return { id: one.dataset.messageId, top, bottom, place };
      });
      return new Map(seen.filter((one) => one.bottom > upper && one.top < lower).map((one) => [one.id, one]));
    };
    let [prepends, worst, most] = [0, 0, 0];
    let before = look();
    const scroll = async (distance: number) => {
      const from = scroller.scrollTop;
      scroller.scrollTop = Math.max(0, from - distance);
      const scrolled = from - scroller.scrollTop;
      await painted();
      const now = look();
      const moves = [...now.values()].flatMap((one) => {
        const was = before.get(one.id);
        return was ? [{ off: Math.abs(one.top - was.top - scrolled), pushed: one.place - was.place }] : [];
      });
      worst = Math.max(worst, ...moves.map(({ off }) => off));
      before = now;
      return moves.some(({ pushed }) => pushed > 0);
    };
    for (let idle = 0; !scroller.textContent?.includes('Início da conversa') && idle < 300; idle++) {
      const rest = scroller.scrollTop;
      // A page is requested in the last fifty pixels; there the reader waits.
      const leap =
        random(12) > 0 ? rest - random(50) : rest > 1_200 ? rest - random(1_000) : 80 + random(400);
      if (!(await scroll(rest < 50 ? 0 : leap))) continue;
      prepends += 1;
      idle = 0;
    }
    scroller.scrollTop = 0;
    await painted();
    return { prepends, worst, most };
  });
}

/**
 * Opens a conversation of the list.
 *
 * @returns milliseconds from the click until a message that says `text` was painted, and how many frames showed nothing
 * but that something is being waited for
 */
export function switchTo(opener: Locator, text: string): Promise<{ ms: number; waited: number }> {
  return opener.evaluate(async (button: HTMLElement, sought) => {
    const channel = new MessageChannel();
    const painted = () =>
      new Promise<void>((resolve) => {
        channel.port1.onmessage = () => resolve();
        requestAnimationFrame(() => channel.port2.postMessage(null));
      });
    const isThere = () => document.querySelector('[role="log"]')?.textContent?.includes(sought) === true;
    const start = performance.now();
    let waited = 0;
    button.click();
    for (let frames = 0; frames < 600; frames++) {
      await painted();
      if (isThere()) break;
      if (document.querySelector('[data-testid="conversation"] [aria-label="Carregando…"]')) waited += 1;
    }
    return { ms: performance.now() - start, waited };
  }, text);
}
