import type { ContactItem } from '@balcao/shared/features/contacts/calls.ts';
import { create } from 'zustand';

type Customer = Pick<ContactItem, 'id' | 'name' | 'number'>;

/** The request to begin a conversation, from any page. */
interface NewTicket {
  asked: { contact: Customer | null } | null;
  /** @param contact with whom; absent: that is asked too */
  ask(contact?: Customer): void;
  close(): void;
}

export const useNewTicket = create<NewTicket>()((set) => ({
  asked: null,
  ask: (contact) => set({ asked: { contact: contact ?? null } }),
  close: () => set({ asked: null }),
}));
