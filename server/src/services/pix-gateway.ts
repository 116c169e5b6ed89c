/** The port to whoever takes the payers' money for the operator. */
export interface PixGateway {
  name: 'static';
  /** A name for a new charge, in the form that this gateway takes. */
  newTxid(invoiceId: number): string;
  /** Makes the charge, or answers the one that it has made under this name before. */
  create(charge: NewCharge): Promise<Charge>;
  /** What has been paid for a charge so far, in cents; null where only the receiver's bank statement tells. */
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
