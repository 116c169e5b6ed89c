import { create } from 'zustand';

/** The conversations that are shown with those that the same person has elsewhere, as long as they are on the screen. */
interface WholePerson {
  uuids: ReadonlySet<string>;
  show(uuid: string, whole: boolean): void;
}

export const useWholePersonStore = create<WholePerson>()((set) => ({
  uuids: new Set(),
  show: (uuid, whole) =>
    set(({ uuids }) => ({
      uuids: new Set(whole ? [...uuids, uuid] : [...uuids].filter((one) => one !== uuid)),
    })),
}));
