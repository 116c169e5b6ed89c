import type { InvoiceView, PixCharge } from '@balcao/shared/features/invoices/calls.ts';
import { create } from 'zustand';
import type { CheckoutForm } from './checkout-fields.tsx';

/** What somebody pays at the moment. */
interface Checkout {
  userId: number;
  invoice: InvoiceView;
  /** Null until there is a code. */
  asked: { form: CheckoutForm; charge: PixCharge } | null;
}

/** It outlives the page: with the payment of an overdue company the whole desk comes back around the good news. */
export const useCheckout = create<{
  open: Checkout | null;
  set: (open: Checkout | null) => void;
}>((set) => ({ open: null, set: (open) => set({ open }) }));
