import { create } from 'zustand';

interface Drafts {
  /** What was written and not sent, by person and chat. */
  texts: Readonly<Record<string, string>>;
  write(key: string, text: string): void;
}

/** What one has begun to write in a chat is there when one comes back to it. */
export const useChatDrafts = create<Drafts>((set) => ({
  texts: {},
  write: (key, text) => set(({ texts }) => ({ texts: { ...texts, [key]: text } })),
}));
