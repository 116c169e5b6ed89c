import { type Aging, countOld, listOld } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './chat-messages.repo.ts';

const old = (tx: Tx, companyId: number, before: string) => tx`
  from chat_messages s where s.company_id = ${companyId} and s.created_at < ${before}`;

/** What was said in chats; the chats themselves stay. */
export const oldChatMessages: Aging = {
  list: (tx, companyId, before, after, limit) =>
    listOld(tx, { old: old(tx, companyId, before), at: tx`s.created_at`, id: tx`s.id` }, after, limit),
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  async take(tx, companyId, id, before) {
    const [message] = await tx<{ chatId: number; number: number }[]>`
      select s.chat_id, s.number ${old(tx, companyId, before)} and s.id = ${id}`;
    if (!message) return 0;
    await repo.forget(tx, companyId, { id, ...message });
    return 1;
  },
};
