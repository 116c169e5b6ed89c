import type { LiveEvent } from '@balcao/shared/sync/live-events.ts';
import { liveEventName } from '@balcao/shared/sync/live-events.ts';
import { loadSubscription } from '../modules/subscription/subscription.ts';
import type { Tx } from '../platform/db/client.ts';
import { composeEvents, loadLiveRows } from './live-events.ts';
import { loadRows } from './load.ts';
import type { LogEntry } from './log.ts';
import { type ListenerIdentity, readSnapshot } from './snapshot.ts';
import type { LiveLinks } from './synced-entity.ts';
import { createLiveView } from './view.ts';

/** What the line of an overdue company's admin has told so far. */
export interface PayerPlace {
  epoch: string;
  seq: number;
  /** The last day that is paid; null never ends. */
  dueDate: string | null;
}

/** @throws SessionEndedError */
export async function readPayerPlace(tx: Tx, identity: ListenerIdentity): Promise<PayerPlace> {
  const { epoch, head } = await readSnapshot(tx, identity);
  const { dueDate } = await loadSubscription(tx, identity.companyId);
  return { epoch, seq: head, dueDate };
}

/**
 * What is new of the company's invoices, and whether its due date has moved. Other rights change nothing of it but whether
 * the person hears of it at all, and after another history of the company the due date alone is told.
 *
 * @throws SessionEndedError
 */
export async function readPayerNews(
  tx: Tx,
  identity: ListenerIdentity,
  from: PayerPlace,
  links: LiveLinks,
): Promise<{ events: LiveEvent[]; place: PayerPlace }> {
  const { companyId } = identity;
  const { actor } = await readSnapshot(tx, identity);
  const place = await readPayerPlace(tx, identity);
  const view = createLiveView(actor, new Set(), false);
  const entries = from.epoch === place.epoch ? await readInvoices(tx, companyId, from.seq) : [];
  const loaded = await loadRows(tx, companyId, [view], entries);
  const live = await loadLiveRows(tx, companyId, from.seq, place.seq, loaded, links);
  const events = view.sees(['b']) ? composeEvents(companyId, entries, loaded, live, view, place.seq) : [];
  if (place.dueDate !== from.dueDate) events.push(companyChanged(companyId));
  return { events, place };
}

export const companyChanged = (companyId: number): LiveEvent => ({
  event: liveEventName(companyId, 'company'),
  action: 'update',
  record: { id: companyId },
});

async function readInvoices(tx: Tx, companyId: number, after: number): Promise<LogEntry[]> {
  return tx<LogEntry[]>`
    select seq, entity, row_id, op, scopes from change_log
    where company_id = ${companyId} and seq > ${after} and entity = 'invoice' order by seq`;
}
