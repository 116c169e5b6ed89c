import { create } from 'zustand';

/** The request to link a contact to another of the same person: from its panel, and from the palette. */
interface LinkContact {
  contactId: number | null;
  ask(contactId: number): void;
  close(): void;
}

export const useLinkContact = create<LinkContact>()((set) => ({
  contactId: null,
  ask: (contactId) => set({ contactId }),
  close: () => set({ contactId: null }),
}));
