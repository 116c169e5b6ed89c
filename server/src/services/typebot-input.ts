import { fold } from '@balcao/shared/text/fold.ts';
import { z } from 'zod';

/** What a flow waits for, as much of it as the next message needs to be understood. It is stored as JSON. */
export const typebotInput = z.object({
  id: z.string(),
  /** `choice`: one of the choices, or several; `words`: whatever the viewer makes of them. */
  kind: z.enum(['words', 'choice', 'choices', 'rating', 'file', 'payment']),
  choices: z.array(
    z.object({
      /** Empty: the viewer knows it by its words alone. */
      id: z.string(),
      /** What stands above it and those that follow. */
      heading: z.string(),
      /** What the customer types before its label. */
      number: z.number(),
      label: z.string(),
      /** What stands below it. */
      detail: z.string(),
      /** The words by which the viewer knows it, which are no other's. */
      says: z.string(),
    }),
  ),
});
export type TypebotInput = z.output<typeof typebotInput>;
type Choice = TypebotInput['choices'][number];

/** What is sent for what the customer has written. */
export interface TypebotAnswer {
  text: string;
  /** The choice itself, for viewers that take it. */
  replyId?: string;
}

/** Variables may bring numbers; everything else that is no text is absent. */
const words = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .catch('');
/** What cannot be read is left out, and nothing else with it. */
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable().catch(null))
    .catch([])
    .transform((items) => items.filter((one) => one !== null));
const item = z.object({
  id: words,
  content: words,
  title: words,
  description: words,
  value: words,
  paths: list(z.object({ id: words, text: words })),
});
const options = z.object({
  isMultipleChoice: z.boolean().catch(false),
  length: z.coerce.number().int().min(1).max(100).catch(10),
  startsAt: z.coerce.number().int().min(0).max(1).catch(0),
  labels: z.object({ left: words, right: words }).catch({ left: '', right: '' }),
});
const input = z.object({
  id: z.string(),
  type: z.string(),
  items: list(item),
  options: options.catch(() => options.parse({})),
});

/** What the viewer's `input` asks for; null: it is none. */
export function readInput(value: unknown): TypebotInput | null {
  const parsed = input.safeParse(value);
  if (!parsed.success) return null;
  const { id, type, items, options } = parsed.data;
  switch (type) {
    case 'choice input':
    case 'picture choice input':
      return {
        id,
        kind: options.isMultipleChoice ? 'choices' : 'choice',
        choices: numbered(items.map(plain)),
      };
    case 'cards':
      return { id, kind: 'choice', choices: numbered(items.flatMap(pathsOf)) };
    case 'rating input':
      return { id, kind: 'rating', choices: ratings(options) };
    case 'file input':
      return { id, kind: 'file', choices: [] };
    case 'payment input':
      return { id, kind: 'payment', choices: [] };
    default:
      return { id, kind: 'words', choices: [] };
  }
}

type Item = z.output<typeof item>;
type Named = Omit<Choice, 'number' | 'says'>;

const plain = ({ id, content, title, value, description }: Item): Named => ({
  id,
  heading: '',
  label: content || title || value || description || id,
  detail: title ? description : '',
});

/** A card is chosen by one of its paths; one without any is a choice itself. */
const pathsOf = (card: Item): Named[] =>
  card.paths.length === 0
    ? [plain(card)]
    : card.paths.map(({ id, text }, index) => ({
        id,
        heading:
          index === 0 ? [card.title && `*${card.title}*`, card.description].filter(Boolean).join('\n') : '',
        label: text || card.title || id,
        detail: '',
      }));

/** Labels that repeat tell the viewer nothing, so it is told the id. */
const numbered = (named: readonly Named[]): Choice[] =>
  named.map((one, index) => {
    const isOnlyOne = named.filter(({ label }) => label === one.label).length === 1;
    return { ...one, number: index + 1, says: isOnlyOne ? one.label : one.id || one.label };
  });

function ratings({ length, startsAt, labels }: z.output<typeof options>): Choice[] {
  const numbers = Array.from({ length: length - startsAt + 1 }, (_, index) => startsAt + index);
  const labelOf = (number: number) =>
    number === startsAt ? labels.left : number === length ? labels.right : '';
  return numbers.map((number) => ({
    id: '',
    heading: '',
    number,
    label: labelOf(number),
    detail: '',
    says: String(number),
  }));
}

/** The choices as numbered lines; '' when there are none. */
export const linesOf = ({ choices }: TypebotInput): string =>
  choices
    .map(({ heading, number, label, detail }, index) =>
      [
        ...(heading ? [index > 0 ? `\n${heading}` : heading] : []),
        label ? `${number} - ${label}` : String(number),
        ...(detail ? [detail] : []),
      ].join('\n'),
    )
    .join('\n');

/** What the viewer is told for a text; null: it is no answer to what was asked. */
export function answerTo(input: TypebotInput, text: string): TypebotAnswer | null {
  const typed = text.trim();
  switch (input.kind) {
    case 'words':
      return { text: typed };
    case 'choice':
    case 'rating':
      return answerOf(choiceIn(input, typed));
    case 'choices':
      return several(input, typed);
    case 'file':
      return isListOfFiles(typed) ? { text: typed } : null;
    // The viewer would take any words for a payment that has been made.
    case 'payment':
      return null;
  }
}

const answerOf = (choice: Choice | null): TypebotAnswer | null =>
  choice && { text: choice.says, ...(choice.id && { replyId: choice.id }) };

/** `1, 3`, `1 e 3`, `1 3`, or names. A whole that is a name is not taken apart. */
function several(input: TypebotInput, typed: string): TypebotAnswer | null {
  const whole = choiceIn(input, typed);
  if (whole) return { text: whole.says };
  const parts = /^[\d\s]+$/.test(digitsPlainly(typed))
    ? digitsPlainly(typed).split(/\s+/)
    : typed.split(/[,;\n&+]|\s(?:e|y|and)\s/i).filter((part) => part.trim() !== '');
  const chosen = new Set(parts.map((part) => choiceIn(input, part)));
  if (parts.length === 0 || chosen.has(null)) return null;
  return { text: [...chosen].map((choice) => choice?.says).join(', ') };
}

/** A name comes before a number: a choice may itself be called `2`. */
function choiceIn({ choices }: TypebotInput, part: string): Choice | null {
  const typed = part.trim();
  if (typed === '') return null;
  return (
    choices.find(({ id, says }) => typed === says || (id !== '' && typed === id)) ??
    onlyOne(choices.filter(({ label }) => label !== '' && nameOf(label) === nameOf(typed))) ??
    onlyOne(choices.filter(({ number }) => number === numberIn(typed))) ??
    // Who copies the whole line.
    onlyOne(choices.filter(({ number, label }) => nameOf(`${number} - ${label}`) === nameOf(typed)))
  );
}

const onlyOne = (choices: readonly Choice[]): Choice | null =>
  choices.length === 1 ? (choices[0] ?? null) : null;

/** A name without accents, case, and signs around its words; signs alone stay as they are. */
function nameOf(text: string): string {
  const name = fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return name === '' ? text.trim() : name;
}

/** `2`, `2.`, `2)`, `2️⃣`, `🔟`. */
function numberIn(text: string): number | null {
  const [, digits] = /^(\d{1,3})\s*[.):ºª°-]?$/.exec(digitsPlainly(text)) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Emoji of digits, and wide digits, as digits. */
const digitsPlainly = (text: string): string =>
  text
    .replaceAll('🔟', '10')
    .normalize('NFKC')
    .replaceAll(/[\uFE0F\u20E3]/g, '')
    .trim();

/** The viewer takes addresses, several joined by `, `. */
const isListOfFiles = (text: string): boolean =>
  text !== '' && text.split(', ').every((url) => /^https?:\/\/\S+$/.test(url));
