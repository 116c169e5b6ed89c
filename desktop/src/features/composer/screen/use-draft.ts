import type { Draft, KeptDraft } from '@balcao/shared/features/composer/bridge.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BridgeClient } from '../../../bridge/client.ts';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';

/** Drafts that the core does not have yet, by user and ticket: they outlive the view of the conversation. */
const unsaved = new Map<string, DraftKeeper>();

/** The unfinished message of one ticket, kept by the core: it survives a switch, a restart and a crash. */
export function useDraftKeeper(ticketId: number, userId: number): DraftKeeper {
  const bridge = useBridge();
  const key = `${userId}:${ticketId}`;
  const [keeper] = useState(() => unsaved.get(key) ?? keeperOf(bridge, ticketId, userId));
  useEffect(() => {
    unsaved.set(key, keeper);
    const save = () => void keeper.saved();
    window.addEventListener('pagehide', save);
    const stops = [
      bridge.on('db.changed', ({ entities }) => {
        if (entities.includes('draft')) keeper.look();
      }),
      // Changes without a line, or while another conversation was open, came with no event.
      bridge.onLine((up) => {
        if (up) keeper.look();
      }),
    ];
    return () => {
      window.removeEventListener('pagehide', save);
      for (const stop of stops) stop();
      void letGo(key, keeper);
    };
  }, [bridge, key, keeper]);
  return keeper;
}

/** When nothing is left to wait for: a recording that was broken off by leaving only begins to be kept then. */
async function letGo(key: string, keeper: DraftKeeper): Promise<void> {
  do await keeper.saved();
  while (!keeper.isSaved());
  if (unsaved.get(key) === keeper) unsaved.delete(key);
}

function keeperOf(bridge: BridgeClient, ticketId: number, userId: number): DraftKeeper {
  return createDraftKeeper({
    load: () => bridge.invoke('drafts.get', { ticketId, userId }),
    save: ({ base, draft }) =>
      bridge.invoke('drafts.set', { ticketId, userId, base: kept(base), draft: kept(draft) }),
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** What the screen shows of its files the core knows by itself. */
export const kept = ({ files, ...draft }: Draft): KeptDraft => ({
  ...draft,
  files: files.map(({ mediaId, caption }) => ({ mediaId, caption })),
});

/** One part of the draft: only a change of that part draws again. It must be a field or a plain value. */
export function useDraftPart<T>(keeper: DraftKeeper, part: (draft: Draft) => T): T {
  return useSyncExternalStore(keeper.subscribe, () => part(keeper.current()));
}
