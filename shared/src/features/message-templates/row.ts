import { z } from 'zod';

/** What Meta files a template under; it decides what a message costs and how strictly it is looked at. */
export const TEMPLATE_CATEGORIES = ['marketing', 'utility'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** So many of one connection are known here. */
export const MAX_TEMPLATES = 1_000;
/** Blanks of one template, and characters that fill one. */
export const TEMPLATE_BLANKS = { most: 40, chars: 1_024 } as const;

/**
 * A text that the messenger has approved, for people who may not be written to freely. `{{1}}` or `{{name}}` are its blanks
 * (domain/template-text.ts). One name may have several languages.
 */
export const messageTemplate = z.object({
  name: z.string(),
  /** As the messenger spells it, like `pt_BR`. */
  language: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  header: z.string(),
  body: z.string(),
  footer: z.string(),
  /** What stands on the buttons below it. They go along by themselves. */
  buttons: z.array(z.string()),
});
export type MessageTemplate = z.output<typeof messageTemplate>;

/** A template and what fills its blanks, in the order of `blanksOf`. */
export const templateChoice = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  parameters: z.array(z.string().trim().min(1).max(TEMPLATE_BLANKS.chars)).max(TEMPLATE_BLANKS.most),
});
export type TemplateChoice = z.output<typeof templateChoice>;
