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
  ['1=1', '1=1'],
  ['', ''],
])('%j is written as %s', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('cells stand between semicolons', () => {
  expect(csvLine(['a', '=b', ''])).toBe(`a;"'=b";\r\n`);
});
