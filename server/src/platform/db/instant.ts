/**
 * An instant in an answer, from what PostgreSQL writes in UTC (`::text`). A page of tickets has 160 of them: a Date for
 * each, made and written again, would cost as much as all that else is done with its rows.
 */
export function isoOf(text: string): string {
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}
