import { z } from 'zod';

export const TEMPLATE = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  components: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});
export type Template = z.infer<typeof TEMPLATE>;

/** What Meta answers instead of doing it. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
}

export interface SentTemplate {
  name?: string;
  language?: { code?: string };
  components?: { type: string; parameters: { type: string; text: string; parameter_name?: string }[] }[];
}

/** A template as the customer reads it. */
export function readTemplate(templates: readonly Template[], part: SentTemplate): string {
  const known = templates.find(
    ({ name, language }) => name === part.name && language === part.language?.code,
  );
  const filled = ['HEADER', 'BODY', 'FOOTER'].map((type) => {
    const text = known?.components.find((one) => one.type === type)?.text ?? '';
    const sent = part.components?.find((one) => one.type === type.toLowerCase())?.parameters ?? [];
    return text.replaceAll(/\{\{(\w+)\}\}/g, (blank, name) => {
      const given = sent.find((one) => one.parameter_name === name) ?? sent[Number(name) - 1];
      return given?.text ?? blank;
    });
  });
  return filled.filter(Boolean).join('\n\n');
}

/** Every blank of every part wants a text of one line, numbered ones in their order, named ones by their names. */
export function problemOfTemplate(
  templates: readonly Template[],
  { name, language, components = [] }: SentTemplate,
): Refusal | null {
  const known = templates.find(
    (one) => one.name === name && one.language === language?.code && one.status === 'APPROVED',
  );
  if (!known)
    return { status: 404, code: 132_001, message: 'Template name does not exist in the translation' };
  for (const type of ['HEADER', 'BODY']) {
    const text = known.components.find((one) => one.type === type)?.text ?? '';
    const blanks = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, blank]) => blank));
    const sent = components.find((one) => one.type === type.toLowerCase())?.parameters ?? [];
    const fit = sent.every((one) => one.parameter_name === undefined || blanks.has(one.parameter_name));
    if (sent.length !== blanks.size || !fit)
      return { status: 400, code: 132_000, message: 'Number of parameters does not match' };
    if (sent.some((one) => one.type !== 'text' || !one.text || /[\n\t]| {5}/.test(one.text)))
      return { status: 400, code: 132_012, message: 'Parameter format does not match' };
  }
  return null;
}
