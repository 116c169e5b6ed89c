import { z } from 'zod';

/** A flow as a script: what it says, asks and does, one after the other. */

const item = z.looseObject({ id: z.string(), paths: z.array(z.looseObject({ id: z.string() })).optional() });
const STEP = z.union([
  /** A bubble of text, each line a paragraph; `{{name}}` is a variable. */
  z.object({ say: z.string() }),
  /** A bubble as the viewer writes it. */
  z.object({ bubble: z.string(), content: z.unknown() }),
  /** An input by its type; what follows an answer stands under its words, or else goes on below. */
  z.object({
    ask: z.string(),
    items: z.array(item).optional(),
    options: z.looseObject({}).optional(),
    retry: z.string().optional(),
    get ways() {
      return z.record(z.string(), z.array(STEP)).optional();
    },
  }),
  /** Something that a browser would do; the flow may wait for its answer. */
  z.object({ do: z.string(), with: z.unknown().optional(), waits: z.boolean().optional() }),
]);
export type Step = z.infer<typeof STEP>;
export type Ask = Extract<Step, { ask: string }>;

export const FLOW = z.object({
  steps: z.array(STEP),
  /** What a flow that takes no more answers says. */
  closed: z.string().optional(),
  /** Its viewer knows messages as text alone. */
  isOld: z.boolean().optional(),
});
export type Flow = z.infer<typeof FLOW>;

/** What every stand-in has, for people who look at a chat with it. */
export const FLOWS: Record<string, Flow> = {
  atendimento: {
    steps: [
      { say: 'Oi, {{pushName}}! Sou o assistente da loja.' },
      { say: 'Como posso ajudar?' },
      {
        ask: 'choice input',
        items: [
          { id: 'c-vendas', content: 'Vendas' },
          { id: 'c-suporte', content: 'Suporte técnico' },
          { id: 'c-humano', content: 'Falar com alguém' },
        ],
        ways: {
          Vendas: [
            { say: 'Qual produto você procura?' },
            { ask: 'text input' },
            { say: 'Anotei: {{answer}}.' },
            { say: 'Que nota você dá a este atendimento?' },
            {
              ask: 'rating input',
              options: { length: 5, startsAt: 1, labels: { left: 'Ruim', right: 'Ótimo' } },
            },
            { say: 'Obrigado!' },
          ],
          'Suporte técnico': [{ say: 'Já tentou desligar e ligar de novo?' }],
          'Falar com alguém': [{ say: 'Só um momento.' }, { say: '#{"stopBot":true}' }],
        },
      },
    ],
  },
};

/** The words by which a flow knows an answer; null: it is none, by the rules of its viewer. */
export function understood(ask: Ask, text: string, replyId: string | undefined): string | null {
  const typed = text.trim();
  const { options = {} } = ask;
  switch (ask.ask) {
    case 'choice input':
    case 'picture choice input':
    case 'cards':
      return options.isMultipleChoice === true ? several(ask, typed) : one(ask, typed, replyId);
    case 'number input':
      return typed !== '' && Number.isFinite(Number(typed)) ? typed : null;
    case 'email input':
      return /^\S+@\S+\.\S+$/.test(typed) ? typed : null;
    case 'url input':
      return /^https?:\/\/\S+\.\S+$/.test(typed) ? typed : null;
    case 'phone number input':
      return /^\+?[\d\s()-]{8,}$/.test(typed) ? typed : null;
    case 'time input':
      return /^\d{1,2}:\d{2}$/.test(typed) ? typed : null;
    case 'date input':
      return /\d|amanhã|hoje/.test(typed) ? typed : null;
    case 'rating input':
      return typed !== '' && Number(typed) <= Number(options.length ?? 10) ? typed : null;
    case 'file input':
      return typed.split(', ').every((url) => /^https?:\/\/[^/]+\.[a-z]{2,}\//.test(url)) ? typed : null;
    case 'payment input':
      return typed === 'fail' ? null : 'paid';
    default:
      return typed === '' ? null : typed;
  }
}

/** Every name that the viewer takes for a choice, exactly as it is written; and its own words for it. */
const choicesOf = ({ items = [] }: Ask): { names: unknown[]; says: string }[] =>
  items.flatMap(({ id, paths, content, title, value }) =>
    paths
      ? paths.map((path) => ({ names: [path.id, path.text], says: String(path.text ?? path.id) }))
      : [{ names: [id, value, content, title], says: String(content ?? title ?? value ?? id) }],
  );

const one = (ask: Ask, typed: string, replyId: string | undefined): string | null =>
  choicesOf(ask).find(({ names: [id, ...names] }) => replyId === id || typed === id || names.includes(typed))
    ?.says ?? null;

/** Here a number is a place. */
function several(ask: Ask, typed: string): string | null {
  const choices = choicesOf(ask);
  const chosen = typed
    .split(', ')
    .map((part) => choices.find(({ names }, index) => names.includes(part) || part === String(index + 1)));
  return chosen.includes(undefined) ? null : chosen.map((choice) => choice?.says).join(', ');
}
