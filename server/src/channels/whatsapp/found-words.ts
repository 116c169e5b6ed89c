/** Where kinds of messages keep what people read of them. */
const FIELDS = ['body', 'caption', 'text', 'title', 'contentText', 'description', 'displayName'] as const;

const MAX_DEPTH = 12;
const MAX_PARTS = 2_000;

/** The first words anywhere in a message of a kind that we do not know, the outermost ones; '' when there are none. */
export function foundWords(message: object): string {
  let level: object[] = [message];
  let parts = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    for (const part of level) {
      const words = FIELDS.map((field) => Reflect.get(part, field)).find(
        (value) => typeof value === 'string' && value.trim() !== '',
      );
      if (words) return words;
    }
    parts += level.length;
    level = level.flatMap(partsOf).slice(0, Math.max(0, MAX_PARTS - parts));
  }
  return '';
}

/** What a message answers is not what it says. */
const partsOf = (part: object): object[] =>
  Object.entries(part).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && field !== 'contextInfo' && !ArrayBuffer.isView(value)
      ? [value]
      : [],
  );
