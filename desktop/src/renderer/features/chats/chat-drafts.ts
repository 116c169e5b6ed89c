import type { OutgoingFileItem } from '@balcao/shared/bridge/composer.ts';
import { useMemo } from 'react';
import { create } from 'zustand';

interface ChatDraft {
  text: string;
  files: OutgoingFileItem[];
}

const EMPTY: ChatDraft = { text: '', files: [] };

/** What was written and not sent, by person and chat. */
const useDrafts = create<Readonly<Record<string, ChatDraft>>>(() => ({}));

/** What one has begun to write in a chat is there when one comes back to it. @param first what stands there at first */
export function useChatDraft(key: string, first = '') {
  const draft = useDrafts((drafts) => drafts[key]) ?? (first === '' ? EMPTY : { text: first, files: [] });
  const keeper = useMemo(() => {
    const current = () => useDrafts.getState()[key] ?? { text: first, files: [] };
    return {
      current,
      change: (patch: Partial<ChatDraft>) => useDrafts.setState({ [key]: { ...current(), ...patch } }),
      /** What is on its way is kept here, also when nobody looks any more. */
      receive: (work: Promise<unknown>) => work.then(() => {}),
      forget: () => useDrafts.setState(({ [key]: _gone, ...others }) => others, true),
    };
  }, [key, first]);
  return { draft, keeper };
}
