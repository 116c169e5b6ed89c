import { rm } from 'node:fs/promises';
import { AppError } from '@balcao/shared/errors.ts';
import type { StorageUsage } from '@balcao/shared/features/storage/bridge.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import { EMPTY_DRAFT } from '../../core/store/drafts.ts';
import { lockedOf } from '../../core/vault/account-dir.ts';
import type { Workspace } from '../../core/workspace.ts';
import { EMPTY_CHAT_DRAFT } from '../chats/chat-drafts.ts';

export function storageHandlers({ host, preferences, workspace }: CoreServices) {
  return {
    'storage.usage': () => usageOf(workspace()),
    'storage.clear': async ({ what }) => {
      const current = workspace();
      await CLEAR[what](current);
      return usageOf(current);
    },
    'storage.protection': async () => {
      const { dir, key } = workspace().account;
      const { length: locked } = await lockedOf(dir);
      const { sealed: wanted } = preferences.get().storage;
      return { possible: host.secrets.sealed, sealed: key !== null, wanted, locked };
    },
    'storage.protect': ({ sealed }) => {
      if (!host.secrets.sealed) throw new AppError('ERR_VALIDATION', { field: 'sealed' });
      preferences.set({ storage: { ...preferences.get().storage, sealed } });
      // The answer leaves before the line does.
      setImmediate(() => host.startAnew());
      return null;
    },
    'storage.told': () => {
      workspace().sync.forgetSetAside();
      return null;
    },
  } satisfies Partial<Handlers>;
}

type What = Parameters<Handlers['storage.clear']>[0]['what'];

const CLEAR: Record<What, (workspace: Workspace) => Promise<void>> = {
  conversations: ({ cachePolicy }) => cachePolicy.clear(),
  files: ({ files }) => files.clear(),
  async drafts({ store, media }) {
    for (const { ticketId, files } of store.drafts.all()) {
      store.drafts.set(ticketId, EMPTY_DRAFT);
      for (const { mediaId } of files) await media.drop(mediaId);
    }
    for (const { chatId, files } of store.chatDrafts.all()) {
      store.chatDrafts.set(chatId, EMPTY_CHAT_DRAFT);
      for (const mediaId of files) await media.drop(mediaId);
    }
  },
  async locked({ account }) {
    for (const dir of await lockedOf(account.dir)) await rm(dir, { recursive: true, force: true });
  },
};

function usageOf({ store, files }: Workspace): StorageUsage {
  const { bytes, ...counts } = store.usage();
  return { ...counts, cacheBytes: bytes, ...files.usage() };
}
