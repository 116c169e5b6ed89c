/** How long the link of a reminder shows its invoice. */
export const INVOICE_LINK_DAYS = 60;
