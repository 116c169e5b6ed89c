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
  // What is so already draws nothing anew.
  setFindOpen: (findOpen) => set((view) => (view.findOpen === findOpen ? view : { findOpen })),
  setPicture: (pictureId) => set((view) => (view.pictureId === pictureId ? view : { pictureId })),
}));
