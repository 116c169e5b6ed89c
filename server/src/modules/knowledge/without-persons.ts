const MAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
/** Telephone numbers, documents, orders, dates. */
const NUMBER = /\+?\d[\d.\-/() ]*\d|\d/g;
/** A price, a share, a measure or a time says nothing of a person. */
const OF_THINGS = /(?:R\$|US\$|[$€£])\s*$/;
const MEASURED =
  /^\s*(?:%|º|°|(?:g|kg|ml|l|m|cm|mm|km|w|v|x|h|min|horas?|minutos?|dias?|meses|reais|hours?|days?|months?|d[ií]as?)(?!\p{L}))/iu;
const LONGEST_HARMLESS = 2;
const GONE = '…';
const MIN_NAME_CHARS = 3;

/** A text in which nobody is named: without these names, addresses of mails, and numbers of three digits and more that are no measure. */
export function withoutPersons(text: string, names: readonly string[]): string {
  const parts = names
    .flatMap((name) => name.match(/\p{L}+/gu) ?? [])
    .filter((part) => part.length >= MIN_NAME_CHARS);
  const named = parts.length > 0 ? new RegExp(`(?<!\\p{L})(?:${parts.join('|')})(?!\\p{L})`, 'giu') : null;
  const bare = text.replace(MAIL, GONE).replace(NUMBER, (number, at: number, whole: string) => {
    const digits = number.replace(/\D/g, '').length;
    const isOfThing = OF_THINGS.test(whole.slice(0, at)) || MEASURED.test(whole.slice(at + number.length));
    return digits <= LONGEST_HARMLESS || (isOfThing && digits < 7) ? number : GONE;
  });
  return named ? bare.replace(named, GONE) : bare;
}
