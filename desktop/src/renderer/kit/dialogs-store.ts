import { create } from 'zustand';

/** The two lists of the bell. */
export const BELL_TABS = ['conversations', 'mentions'] as const;
export type BellTab = (typeof BELL_TABS)[number];

type LayoutDialog = 'profile' | 'away' | 'accounts' | 'shortcuts' | 'tour' | BellTab;

interface LayoutDialogs {
  open: LayoutDialog | null;
  show(dialog: LayoutDialog): void;
  close(): void;
}

/** Dialogs that menus, shortcuts and the palette open from anywhere. */
export const useLayoutDialogs = create<LayoutDialogs>((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null }),
}));
