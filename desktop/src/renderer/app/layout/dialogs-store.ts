import { create } from 'zustand';

type LayoutDialog = 'profile' | 'accounts' | 'shortcuts';

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
