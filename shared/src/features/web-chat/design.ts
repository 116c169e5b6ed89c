import { z } from 'zod';
import { language } from '../../contract/fields.ts';

/** How a chat on a shop's page looks and what it says by itself. Everybody who opens the page may read it. */

/** What the visitor's script says in its own words where the shop leaves one empty. */
const words = z.object({
  /** Above the conversation: the shop's name. */
  title: z.string().max(60),
  /** Below it: `Respondemos em minutos`. */
  subtitle: z.string().max(120),
  /** The first words in an empty chat. They are a drawing, not a message: nobody is told of them. */
  greeting: z.string().max(500),
  /** Instead of the greeting while the shop is closed. */
  closed: z.string().max(500),
  /** Above the form, and what is agreed to by its tick. */
  formTitle: z.string().max(200),
  consent: z.string().max(1_000),
});
export type ChatWords = z.output<typeof words>;

/** Whether the visitor is asked for it before the conversation begins. */
const field = z.enum(['off', 'optional', 'required']);

export const chatAppearance = z.object({
  colour: z
    .string()
    .regex(/^#[\da-f]{6}$/i)
    .toLowerCase(),
  place: z.enum(['right', 'left']),
  /** A picture on the shop's own pages, so that their policy (CSP) lets it in; null: a drawing. */
  logoUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable(),
  /** That of a visitor whose language is none of the three. */
  language,
  words: z.object({ pt: words, en: words, es: words }),
  form: z.object({ name: field, email: field, phone: field, consent: z.boolean() }),
  /** While the shop is closed, the button stays away. */
  hidesWhenClosed: z.boolean(),
});
export type ChatAppearance = z.output<typeof chatAppearance>;

/** What the script is told of a chat (`chatPaths().design`). */
export const chatDesign = chatAppearance.extend({
  /** Pages that are seen while the chat is open may be told (`page`). */
  followsPages: z.boolean(),
  /** There is a WhatsApp to go on with. */
  hasWhatsApp: z.boolean(),
  shop: z.object({ isOpen: z.boolean(), opensAt: z.iso.datetime({ offset: true }).nullable() }),
  /** The largest file that this server takes, in bytes. */
  fileBytes: z.int(),
});
export type ChatDesign = z.output<typeof chatDesign>;
