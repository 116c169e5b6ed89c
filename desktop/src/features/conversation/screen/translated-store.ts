import { create } from 'zustand';

/** The messages under which the agent wants to read a translation. */
interface TranslatedStore {
  ids: ReadonlySet<string>;
  toggle(id: string): void;
}

export const useTranslated = create<TranslatedStore>()((set) => ({
  ids: new Set(),
  toggle: (id) =>
    set(({ ids }) => {
      const others = [...ids].filter((one) => one !== id);
      return { ids: new Set(others.length < ids.size ? others : [...others, id]) };
    }),
}));
