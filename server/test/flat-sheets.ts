/** A flat OpenDocument spreadsheet as LibreOffice writes one: namespaces by the page, then empty rows without end. */
export function flatSheets(
  sheets: readonly { name: string; isHidden?: boolean; rows: string[][] }[],
): Buffer {
  const tables = sheets.map(
    ({ name, isHidden, rows }) =>
      `<table:table table:name="${name}" table:style-name="${isHidden ? 'ta2' : 'ta1'}">${rows.map(rowOf).join('')}${EMPTY}</table:table>`,
  );
  return Buffer.from(`${HEAD}<office:body><office:spreadsheet>${tables.join('\n')}</office:spreadsheet></office:body>
</office:document>`);
}

const NAMESPACES = [
  'office',
  'style',
  'text',
  'table',
  'draw',
  'fo',
  'meta',
  'number',
  'svg',
  'chart',
  'script',
];
const style = (name: string, display: boolean) =>
  `<style:style style:name="${name}" style:family="table" style:master-page-name="Default"><style:table-properties table:display="${display}" style:writing-mode="lr-tb"/></style:style>`;
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>

<office:document ${NAMESPACES.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${style('ta1', true)}${style('ta2', false)}</office:automatic-styles>
`;
const EMPTY =
  '<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';

const rowOf = (cells: string[]): string =>
  `<table:table-row table:style-name="ro1">${cells.map(cellOf).join('')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`;

/** Digits are numbers, shown as a narrow column does; `=` begins a formula whose result is 7. */
function cellOf(text: string): string {
  if (text.startsWith('='))
    return `<table:table-cell table:formula="of:${text}" office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>`;
  if (/^\d+$/.test(text))
    return `<table:table-cell office:value-type="float" office:value="${text}"><text:p>${Number(text).toExponential(5)}</text:p></table:table-cell>`;
  return `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
}
