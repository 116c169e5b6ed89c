import { AppError } from '@balcao/shared/errors.ts';
import type { WebChatSettings } from '@balcao/shared/features/web-chat/calls.ts';
import type { ShopPresence } from '@balcao/shared/features/web-chat/protocol.ts';
import { type Calendar, openingAt } from '@balcao/shared/time/opening.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { CHAT_CHANGED, type ChatKeys } from './chat-keys.ts';
import type { SignedChat } from './visitor-proofs.ts';
import * as repo from './web-chat.repo.ts';
import { settingsOf } from './web-chat.service.ts';

/** A chat that is open to visitors. */
export interface KnownChat extends SignedChat {
  key: string;
  settings: WebChatSettings;
  calendar: Calendar | null;
  /** The number on which visitors may go on; null: none is connected. */
  whatsApp: string | null;
}

/** What people change of a chat counts after this time at the latest. */
const KEPT_MS = 5_000;
const MOST = 1_000;

/** Chats as visitors ask for them: a page with thousands of visitors asks the database once in some seconds. */
export function createKnownChats({ db, bus, keys }: { db: Database; bus: Bus; keys: ChatKeys }) {
  const known = new Map<string, { until: number; chat: Promise<KnownChat | null> }>();
  bus.on(CHAT_CHANGED, (key) => known.delete(key as string));

  async function load(key: string): Promise<KnownChat | null> {
    const place = keys.open(key);
    if (!place) return null;
    return db.readCompany(place.companyId, async (tx) => {
      const row = await repo.find(tx, place);
      if (row?.kind !== 'web' || row.desired === 'stopped') return null;
      const calendar = await repo.findCalendar(tx, place.companyId);
      const whatsApp = await repo.findWhatsApp(tx, place.companyId);
      const { secretVersion } = row;
      return { ...place, secretVersion, key, settings: settingsOf(row), calendar, whatsApp };
    });
  }

  return {
    /** @throws AppError ERR_NO_WAPP_FOUND */
    async of(key: string): Promise<KnownChat> {
      const now = performance.now();
      let entry = known.get(key);
      if (!entry || entry.until < now) {
        entry = { until: now + KEPT_MS, chat: load(key) };
        known.delete(key);
        known.set(key, entry);
        const oldest = known.keys().next();
        if (known.size > MOST && !oldest.done) known.delete(oldest.value);
      }
      const chat = await entry.chat.catch((error: unknown) => {
        known.delete(key);
        throw error;
      });
      if (!chat) throw new AppError('ERR_NO_WAPP_FOUND');
      return chat;
    },
  };
}
export type KnownChats = ReturnType<typeof createKnownChats>;

/**
 * Only pages that the company has named, and this server's own, where the chat is tried.
 *
 * @throws AppError ERR_CHAT_PAGE_REFUSED
 */
export function assertPage(chat: KnownChat, origin: string | undefined, publicUrl: string | null): void {
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  const isNamed = origin !== undefined && (origin === own || chat.settings.origins.includes(origin));
  if (!isNamed) throw new AppError('ERR_CHAT_PAGE_REFUSED');
}

export function presenceOf({ calendar }: KnownChat, at: Date): ShopPresence {
  if (!calendar) return { isOpen: true, opensAt: null };
  const { isOpen, opensAt } = openingAt(calendar, at);
  return { isOpen, opensAt: opensAt?.toISOString() ?? null };
}
