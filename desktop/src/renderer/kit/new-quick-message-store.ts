import { create } from 'zustand';

/** What a new quick message begins with. */
export interface QuickMessageStart {
  shortcode: string;
  message: string;
  /** Hears the words once they are saved. */
  onSaved?: (message: string) => void;
}

/** The request to write a new quick message, from its page, a message, or the text that is being written. */
interface NewQuickMessage {
  asked: QuickMessageStart | null;
  ask(start?: Partial<QuickMessageStart>): void;
  close(): void;
}

export const useNewQuickMessage = create<NewQuickMessage>()((set) => ({
  asked: null,
  ask: (start) => set({ asked: { shortcode: '', message: '', ...start } }),
  close: () => set({ asked: null }),
}));
