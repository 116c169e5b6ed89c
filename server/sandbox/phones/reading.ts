/** A person opens a chat: read receipts for what arrived and was not read. */

import type { LedgerEntry } from '../ledger.ts';
import type { Account } from '../model.ts';

export interface WhichMessages {
  from?: string | undefined;
  id?: string | undefined;
}

/** Returns the ids that became read. An offline phone reads nothing. */
export async function readMessages(account: Account, which: WhichMessages = {}): Promise<string[]> {
  const { ledger } = account.world;
  if (!account.online) return [];
  const unread = ledger.of(account.number).filter((entry) => isUnread(account, entry, which));
  for (const entry of unread) {
    const { id, from, chat, sentBy } = entry;
    const device = typeof sentBy === 'number' ? account.world.numbered(from).device(sentBy) : undefined;
    if (device && chat) await account.read({ from: device, id, chat });
    else ledger.mark(entry, account.number, 'read');
  }
  return unread.map((entry) => entry.id);
}

function isUnread(account: Account, entry: LedgerEntry, which: WhichMessages): boolean {
  const handling = entry.recipients[account.number];
  if (handling?.arrived === undefined || handling.read !== undefined) return false;
  if (which.from !== undefined && entry.from !== which.from) return false;
  return which.id === undefined || entry.id === which.id;
}
