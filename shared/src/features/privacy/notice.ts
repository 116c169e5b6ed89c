/** Where a company tells its customers what it does with their data. */
export const NOTICE_PLACES = ['disabled', 'greeting', 'farewell'] as const;

/** How long a company's words may be: on its page, as the contact there, and in its notice. */
export const PRIVACY_CHARS = { words: 2_000, contact: 300, notice: 500 } as const;

/** A text that customers get by themselves, with the company's notice below it; either may be blank. */
export const withNotice = (text: string, notice: string): string =>
  [text, notice].filter((one) => one.trim() !== '').join('\n\n');
