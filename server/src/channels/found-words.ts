/** Where kinds of messages keep what people read of them. */
const FIELDS = [
  ...['body', 'caption', 'text', 'title', 'contentText', 'description', 'displayName'],
  ...['fileName', 'comment'],
];

const MAX_DEPTH = 12;
const MAX_PARTS = 2_000;
const MAX_TEXTS = 50;

/**
 * The words anywhere in a message of a kind that we do not know, a line each, outermost first; '' when there are none.
 *
 * @param besides fields with words of something else, such as what it answers
 */
export function foundWords(message: object, besides: readonly string[]): string {
  const words = new Set<string>();
  let level: object[] = [message];
  let parts = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    for (const text of level.flatMap(textsOf)) if (words.size < MAX_TEXTS) words.add(text);
    parts += level.length;
    level = level.flatMap((part) => partsOf(part, besides)).slice(0, Math.max(0, MAX_PARTS - parts));
  }
  return [...words].join('\n');
}

const textsOf = (part: object): string[] =>
  FIELDS.map((field): unknown => Reflect.get(part, field)).filter(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );

const partsOf = (part: object, besides: readonly string[]): object[] =>
  Object.entries(part).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && !besides.includes(field) && !ArrayBuffer.isView(value)
      ? [value]
      : [],
  );
