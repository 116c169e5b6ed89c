import { parse } from 'csv-parse/sync';

/** Bytes as text: by their mark, or by a first `B` of two bytes as cards have it, as UTF-8 if they are, else as the Windows of western Europe writes. */
export function decode(bytes: Uint8Array): string {
  const starts = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (starts(0xff, 0xfe) || starts(0x42, 0)) return new TextDecoder('utf-16le').decode(bytes);
  if (starts(0xfe, 0xff) || starts(0, 0x42)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
const LOOKED_AT = 20;

/** The mark that cuts the first lines into the most cells, as many in each; a semicolon when none does. */
function guessDelimiter(text: string): string {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, LOOKED_AT)
    .filter((line) => line.trim() !== '');
  const weigh = (delimiter: string) => {
    const [first = 0, ...others] = lines.map((line) => line.split(delimiter).length - 1);
    return first * (1 + others.filter((count) => count === first).length);
  };
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, weight: weigh(delimiter) })).toSorted(
    (a, b) => b.weight - a.weight,
  );
  return best && best.weight > 0 ? best.delimiter : ';';
}

/** @param most lines; what comes behind them is not read */
export function parseText(bytes: Uint8Array, most: number): string[][] {
  const text = decode(bytes);
  return parse(text, {
    bom: true,
    delimiter: guessDelimiter(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 200_000,
    to_line: most,
  });
}
