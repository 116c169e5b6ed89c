import type { GatewayName } from '@balcao/shared/features/invoices/rules.ts';

/** The port to whoever takes the payers' money for the operator. */
export interface PixGateway {
  name: GatewayName;
  /** A name for a new charge, in the form that this gateway takes. */
  newTxid(invoiceId: number): string;
  /** Makes the charge, or answers the one that it has made under this name before. Throws OutsideError. */
  create(charge: NewCharge): Promise<Charge>;
  /**
   * What has been paid for a charge so far, and not been given back, in cents; null where only the receiver's bank
   * statement tells. Throws OutsideError.
   */
  paidCents(txid: string): Promise<number | null>;
}

interface NewCharge {
  txid: string;
  amountCents: number;
}

export interface Charge {
  /** The text of its QR code. */
  code: string;
  /** Null: it can be paid at any time. */
  expiresAt: Date | null;
}
