/** For how many days the server keeps what people may look for afterwards; the pages that show it say so. */
export const KEPT_DAYS = {
  /** Sent, or failed. What they said stands in the conversations. */
  schedules: 180,
  /** In the inbox of the one who was meant: the notes still say whom they name. */
  mentions: 90,
  connectionEvents: 90,
  /** Whoever looks for why a program's call failed does so within days. */
  tokenCalls: 7,
  /** With what was said in them: whoever looks for what became of one does so within days. */
  deliveries: 7,
  /** With their rows, which are people's data: whoever wants the report of an import fetches it within days. */
  contactImports: 7,
  /** What WhatsApp has said of a number: after that it is asked again. */
  numberChecks: 30,
  /** Their links are long dead, and whoever still wants a new password asks again. */
  passwordResets: 7,
} as const;
