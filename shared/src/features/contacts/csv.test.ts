import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['Maria', 'Maria'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' left', '" left"'],
  ['5511987654321', '5511987654321'],
  ['=1+1', `"'=1+1"`],
  ['+55 11', `"'+55 11"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
  ['＝1+1', `"'＝1+1"`],
  [' =1', `"' =1"`],
  ['\0=1', `"'\0=1"`],
  ['1=1', '1=1'],
  ['', ''],
])('%j is written as %s', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('cells stand between semicolons', () => {
  expect(csvLine(['a', '=b', ''])).toBe(`a;"'=b";\r\n`);
});

/** Reads a line as a spreadsheet does. */
const cellsOf = (line: string): string[] =>
  [...`;${line.slice(0, -2)}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

test('any text comes back, and none begins a formula (research row 26)', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.tuple(fc.constantFrom(...'=+-@＝＋－＠\t\r\0 '), fc.string()).map(([mark, text]) => mark + text),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (texts) => {
      const cells = cellsOf(csvLine(texts));
      expect(cells.map((text, at) => (text === texts[at] ? text : text.slice(1)))).toEqual(texts);
      for (const text of cells) expect(text).not.toMatch(/^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/);
    }),
    { numRuns: 1_000 },
  );
});
