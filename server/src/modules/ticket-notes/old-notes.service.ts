import { type Aging, countOld, isHeld, listOld } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './ticket-notes.repo.ts';

const old = (tx: Tx, companyId: number, before: string) => tx`
  from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  where m.company_id = ${companyId} and m.media_type = 'note' and m.created_at < ${before} and not ${isHeld(tx)}`;

/** Notes of all conversations, as their authors delete them. */
export const oldNotes: Aging = {
  list: (tx, companyId, before, after, limit) =>
    listOld(tx, { old: old(tx, companyId, before), at: tx`m.created_at`, id: tx`m.id` }, after, limit),
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  async take(tx, companyId, id, before) {
    const found = await tx`select ${old(tx, companyId, before)} and m.id = ${id}`;
    if (found.count > 0) await repo.remove(tx, companyId, id);
    return found.count;
  },
};
