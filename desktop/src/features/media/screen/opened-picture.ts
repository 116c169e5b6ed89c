import { create } from 'zustand';

/** The picture that fills the screen, by its message. */
interface OpenedPicture {
  messageId: string | null;
  open(messageId: string): void;
  close(): void;
}

export const useOpenedPicture = create<OpenedPicture>((set) => ({
  messageId: null,
  open: (messageId) => set({ messageId }),
  // What is so already draws nothing again.
  close: () => set((picture) => (picture.messageId === null ? picture : { messageId: null })),
}));
