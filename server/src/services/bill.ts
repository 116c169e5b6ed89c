/** A bill that somebody has not paid yet. */
export interface Bill {
  /** Whose it is, as the provider writes it. */
  customerName: string;
  amountCents: number;
  /** `YYYY-MM-DD`. */
  dueDate: string;
  /** The line of digits that banks take; null: it has none. */
  line: string | null;
  /** The Pix code to copy. */
  pix: string | null;
  /** The bill as a file. */
  pdf: Buffer | null;
  /** A page that shows it. */
  link: string | null;
}
