/** Day, month and year as people write them: 24/12/2026, 24.12.26, 24122026. */
const WRITTEN = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;
/** Dec 24, 2026: what the field itself shows in English. */
const NAMED = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A written day as YYYY-MM-DD; null while it is none, so that half a day never means another one. */
export function writtenDay(text: string): string | null {
  const [day = '', month = '', year = ''] = partsOf(text.trim().toLowerCase());
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

function partsOf(text: string): string[] {
  const [, name = '', day = '', year = ''] = NAMED.exec(text) ?? [];
  if (name) return [day, String(MONTHS.indexOf(name) + 1), year];
  return (WRITTEN.exec(text) ?? DIGITS.exec(text) ?? []).slice(1);
}
