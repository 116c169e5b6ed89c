import { create } from 'zustand';

/** Whether the open conversation is searched. */
interface FindStore {
  isOpen: boolean;
  setOpen(open: boolean): void;
}

export const useFindStore = create<FindStore>((set) => ({
  isOpen: false,
  // What is so already draws nothing anew.
  setOpen: (isOpen) => set((find) => (find.isOpen === isOpen ? find : { isOpen })),
}));
