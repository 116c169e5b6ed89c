import type { StorageUsage } from '@balcao/shared/bridge/storage.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { EMPTY_DRAFT } from '../store/drafts.ts';
import type { Workspace } from '../workspace.ts';
import type { Desk } from './handlers.ts';

export function storageHandlers({ workspace }: Desk) {
  return {
    'storage.usage': () => usageOf(workspace()),
    'storage.clear': async ({ what }) => {
      const current = workspace();
      await CLEAR[what](current);
      return usageOf(current);
    },
  } satisfies Partial<Handlers>;
}

const CLEAR: Record<'conversations' | 'files' | 'drafts', (workspace: Workspace) => Promise<void>> = {
  conversations: ({ cachePolicy }) => cachePolicy.clear(),
  files: ({ files }) => files.clear(),
  async drafts({ store, media }) {
    for (const { ticketId, files } of store.drafts()) {
      store.setDraft(ticketId, EMPTY_DRAFT);
      for (const { mediaId } of files) await media.drop(mediaId);
    }
  },
};

function usageOf({ store, files }: Workspace): StorageUsage {
  const { bytes, ...counts } = store.usage();
  return { ...counts, cacheBytes: bytes, ...files.usage() };
}
