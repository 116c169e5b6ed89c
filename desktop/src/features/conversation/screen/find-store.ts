import { create } from 'zustand';

/** Whether the open conversation is searched. */
interface FindStore {
  isOpen: boolean;
  setOpen(open: boolean): void;
}

export const useFindStore = create<FindStore>((set) => ({
  isOpen: false,
  // What is so already draws nothing again.
  setOpen: (isOpen) => set((find) => (find.isOpen === isOpen ? find : { isOpen })),
}));
