import { create } from 'zustand';

/** What the open conversation shows beside its messages. */
interface ConversationView {
  findOpen: boolean;
  /** The picture that fills the screen. */
  pictureId: string | null;
  setFindOpen(open: boolean): void;
  setPicture(messageId: string | null): void;
}

export const useConversationView = create<ConversationView>((set) => ({
  findOpen: false,
  pictureId: null,
  setFindOpen: (findOpen) => set({ findOpen }),
  setPicture: (pictureId) => set({ pictureId }),
}));
