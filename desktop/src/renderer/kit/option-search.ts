import { create } from 'zustand';

/** What the options of the company are searched for: in their own field, or by the search beside them. */
export const useOptionSearch = create<{ search: string; set: (search: string) => void }>((set) => ({
  search: '',
  set: (search) => set({ search }),
}));
