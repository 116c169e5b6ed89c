import type { ChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { BridgeClient } from '../../../bridge/client.ts';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { type ChatDraftKeeper, createChatDraftKeeper } from './chat-draft-keeper.ts';

/** One for each person and chat: what is on its way there is kept, also when nobody looks any more. */
const keepers = new Map<string, ChatDraftKeeper>();

/** What one has begun to write in a chat is there when one comes back to it, also after a restart. */
export function useChatDraft(chatId: number, userId: number) {
  const bridge = useBridge();
  const keeper = useMemo(() => keeperOf(bridge, chatId, userId), [bridge, chatId, userId]);
  const draft = useSyncExternalStore(keeper.subscribe, keeper.current);
  useEffect(() => {
    keeper.look();
    window.addEventListener('pagehide', keeper.save);
    const stop = bridge.on('db.changed', ({ entities }) => {
      if (entities.includes('draft')) keeper.look();
    });
    return () => {
      window.removeEventListener('pagehide', keeper.save);
      stop();
      keeper.save();
    };
  }, [bridge, keeper]);
  return { draft, keeper };
}

function keeperOf(bridge: BridgeClient, chatId: number, userId: number): ChatDraftKeeper {
  const key = `${userId}/${chatId}`;
  const keeper =
    keepers.get(key) ??
    createChatDraftKeeper({
      load: () => bridge.invoke('chats.draft', { chatId, userId }),
      save: (draft) => bridge.invoke('chats.keepDraft', { chatId, userId, draft: kept(draft) }),
      after: (ms, work) => void setTimeout(work, ms),
    });
  keepers.set(key, keeper);
  return keeper;
}

/** What the screen shows of its files the core knows by itself. */
export const kept = ({ body, files }: ChatDraft) => ({
  body,
  files: files.map(({ mediaId }) => mediaId),
});
