import { z } from 'zod';
import { instant } from '../../contract/fields.ts';
import { pageFacts } from './protocol.ts';

/** What is known of a visitor besides what they said. All of it was said by the page or its visitor, and is proven by nobody. */
export const visit = z.object({
  /** Where they said something last. */
  page: pageFacts,
  /** What the browser calls itself. */
  browser: z.string(),
  /** The language of the page or of the browser: `pt-BR`. */
  language: z.string(),
  /** What the visitor's clock is ahead of UTC, in minutes. */
  utcOffset: z.int(),
  /** What was filled in before the conversation began; empty: it was not asked, or left out. */
  email: z.string(),
  phone: z.string(),
  /** When the consent was ticked; null: it was not. */
  consentAt: instant.nullable(),
  /** What they looked at while the chat was open, the newest last, if the company follows it. */
  pages: z.array(z.object({ url: z.string(), title: z.string(), at: instant })),
  seenAt: instant,
});
export type Visit = z.output<typeof visit>;
