import { z } from 'zod';

/**
 * What Meta's documentation says of interactive messages, in characters. Titles and ids of one message are distinct, and
 * an id neither begins nor ends with a blank.
 */
const text = (most: number) => z.string().refine((said) => said.trim() !== '' && [...said].length <= most);
const id = (most: number) => text(most).refine((said) => said === said.trim());
const distinct = (values: readonly string[]) => new Set(values).size === values.length;

const body = z.strictObject({ text: text(1_024) });
const buttons = z
  .array(
    z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: id(256), title: text(20) }) }),
  )
  .min(1)
  .max(3)
  .refine(
    (all) => distinct(all.map(({ reply }) => reply.id)) && distinct(all.map(({ reply }) => reply.title)),
  );
const rows = z
  .array(z.strictObject({ id: id(200), title: text(24), description: text(72).optional() }))
  .min(1);
const sections = z
  .array(z.strictObject({ title: text(24).optional(), rows }))
  .min(1)
  .max(10)
  .refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined))
  .refine((all) => {
    const every = all.flatMap((section) => section.rows);
    return (
      every.length <= 10 && distinct(every.map((row) => row.id)) && distinct(every.map((row) => row.title))
    );
  });
const interactive = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('button'), body, action: z.strictObject({ buttons }) }),
  z.strictObject({ type: z.literal('list'), body, action: z.strictObject({ button: text(20), sections }) }),
]);

/** What Meta would not take. */
export const isMenu = (part: unknown): boolean => interactive.safeParse(part).success;

/** A choice, and what Meta tells of it when a customer taps it. */
export interface CloudChoice {
  label: string;
  told: { type: string; [reply: string]: unknown };
}

/** What a customer may tap. */
export function choicesOf(part: unknown): CloudChoice[] {
  const menu = interactive.safeParse(part).data;
  if (!menu) return [];
  if (menu.type === 'button')
    return menu.action.buttons.map(({ reply }) => ({
      label: reply.title,
      told: { type: 'button_reply', button_reply: reply },
    }));
  return menu.action.sections
    .flatMap((section) => section.rows)
    .map((row) => ({ label: row.description ?? row.title, told: { type: 'list_reply', list_reply: row } }));
}
