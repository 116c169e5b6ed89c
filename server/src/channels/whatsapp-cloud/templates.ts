import {
  type MessageTemplate,
  TEMPLATE_BLANKS,
  TEMPLATE_CATEGORIES,
} from '@balcao/shared/features/message-templates/row.ts';
import { blanksOf } from '@balcao/shared/features/message-templates/template-text.ts';
import { z } from 'zod';

/** A part of a template as Meta lists it, as far as we read it. */
const component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().default(''),
  buttons: z.array(z.object({ type: z.string(), text: z.string(), url: z.string().optional() })).default([]),
});
type Component = z.output<typeof component>;

const listed = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z
    .string()
    .transform((category) => category.toLowerCase())
    .pipe(z.enum(TEMPLATE_CATEGORIES)),
  components: z.array(component),
});

/** Buttons that need nothing from whoever sends. */
const PLAIN_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'];

/**
 * What Meta lists, as a template that can be sent from here; null for one that cannot: not approved, a code that is asked
 * for, a file as its header, or a button that wants something of its own.
 */
export function templateOf(given: unknown): MessageTemplate | null {
  const read = listed.safeParse(given).data;
  if (read?.status !== 'APPROVED') return null;
  const { name, language, category, components } = read;
  const part = (type: string) => components.find((one) => one.type === type);
  const [header, body, footer, buttons] = [part('HEADER'), part('BODY'), part('FOOTER'), part('BUTTONS')];
  const isKnown = components.every((one) => [header, body, footer, buttons].includes(one));
  if (!body?.text || !isKnown || (header && header.format !== 'TEXT') || !arePlain(buttons)) return null;
  const template = {
    name,
    language,
    category,
    header: header?.text ?? '',
    body: body.text,
    footer: footer?.text ?? '',
    buttons: buttons?.buttons.map(({ text }) => text) ?? [],
  };
  return blanksOf(template).length <= TEMPLATE_BLANKS.most ? template : null;
}

const arePlain = (buttons: Component | undefined): boolean =>
  (buttons?.buttons ?? []).every(({ type, url = '' }) => PLAIN_BUTTONS.includes(type) && !url.includes('{{'));
