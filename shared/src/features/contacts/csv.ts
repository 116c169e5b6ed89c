/**
 * Characters that spreadsheets read as the start of a formula, also in full width and behind blanks, and the marks that
 * hide one.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/;

/**
 * A line of a semicolon-separated file, as spreadsheets in Brazil open it. A text that would run as a formula gets an
 * apostrophe in front, which spreadsheets do not show; numbers stay numbers.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[;"\r\n\t']/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/** Restores a text that `csvLine` defused. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Spreadsheets read UTF-8 only with a byte order mark. */
export const CSV_BOM = '\uFEFF';
