import fc from 'fast-check';
import { readSchema, type SchemaField } from './message-schema.ts';

export const SCHEMA = readSchema();

const MAX_DEPTH = 7;

export type Drawn = { [field: string]: unknown };

/** What programs write into a text as an object of their own; each has words for people somewhere. */
const OBJECTS: { [field: string]: (word: string) => object } = {
  buttonParamsJson: (word) => ({ display_text: word }),
  messageParamsJson: (word) => ({ limited_time_offer: { text: word } }),
  paramsJson: (word) => ({ display_text: word }),
};

/** What holds itself only in messages that no program shows: a card within a card, a text within a text. */
const ONCE = new Set(['Message.InteractiveMessage.CarouselMessage', 'Message.TemplateMessage']);

/** Draws a valid message of the library's schema. Each text is a word of its own, so that one can be looked for. */
export function drawing(g: fc.GeneratorValue) {
  let words = 0;

  /** @param around the types that it lies in */
  function message(around: readonly string[], type: string, most: number): Drawn {
    const within = [...around, type];
    const chosen = g(someFields, within.join(' '), most);
    const choices = new Set<string>();
    const drawn: Drawn = {};
    for (const field of chosen) {
      if (field.choice && choices.has(field.choice)) continue;
      choices.add(field.choice);
      const value = () => valueIn(within, field, most);
      drawn[field.name] = field.repeated ? [value(), value()] : value();
    }
    return drawn;
  }

  function valueIn(within: readonly string[], { name, type }: SchemaField, most: number): unknown {
    if (type === 'Message') return { conversation: word() };
    if (SCHEMA.messages.has(type)) return message(within, type, most);
    const numbers = SCHEMA.enums.get(type);
    if (numbers) return g(fc.constantFrom, ...numbers);
    switch (type) {
      case 'string':
        return textOf(name, word());
      case 'bytes':
        return g(fc.constantFrom, new Uint8Array(32), new Uint8Array([1, 2, 3]));
      case 'bool':
        return g(fc.boolean);
      case 'float':
      case 'double':
        return g(fc.double, { min: -200, max: 200, noNaN: true });
      default:
        return g(fc.constantFrom, 0, 1, 5, 45_900, 1_780_000_000);
    }
  }

  function word(): string {
    words += 1;
    return `palavra${words}.`;
  }

  return { message, valueIn };
}

/** @param within the types around the fields, the closest one last */
function someFields(within: string, most: number): fc.Arbitrary<SchemaField[]> {
  const types = within.split(' ');
  const fields = (SCHEMA.messages.get(types.at(-1) ?? '') ?? []).filter(
    ({ type }) =>
      !SCHEMA.messages.has(type) || (types.length <= MAX_DEPTH && !(ONCE.has(type) && types.includes(type))),
  );
  return fields.length === 0
    ? fc.constant([])
    : fc.uniqueArray(fc.constantFrom(...fields), { maxLength: most });
}

function textOf(field: string, word: string): string {
  const object = OBJECTS[field];
  return object ? JSON.stringify(object(word)) : word;
}
