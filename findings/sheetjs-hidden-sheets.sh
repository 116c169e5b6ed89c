#!/usr/bin/env bash
# SheetJS (here as @e965/xlsx 0.20.3) tells which sheets of a workbook are hidden, but never of one by LibreOffice.
#
# One would guess: a sheet that is hidden in LibreOffice is `Hidden` in `Workbook.Sheets`, as one of Excel is.
# What happens: of XLSX and XLS it says so. Of OpenDocument (.ods, .fods), where a sheet is hidden by the style of its
# table (`table:display="false"`), `Workbook.Sheets` is not there at all, and the hidden sheet is read like any other.
# Who meets it: whoever reads "the first visible sheet" of what people send, and gets the hidden price list in its place.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @e965/xlsx@0.20.3

cat > read.mjs << 'PROGRAM'
import { read, utils, write } from '@e965/xlsx';

const book = utils.book_new();
for (const name of ['Prices', 'People']) utils.book_append_sheet(book, utils.aoa_to_sheet([[name]]), name);
book.Workbook = { Sheets: [{ name: 'Prices', Hidden: 1 }, { name: 'People', Hidden: 0 }] };

const namespaces = ['office', 'style', 'table', 'text'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const style = (name, display) =>
  `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`;
const table = (name, of) =>
  `<table:table table:name="${name}" table:style-name="${of}"><table:table-row><table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell></table:table-row></table:table>`;
const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces.join(' ')} office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${style('shut', false)}${style('open', true)}</office:automatic-styles>
<office:body><office:spreadsheet>${table('Prices', 'shut')}${table('People', 'open')}</office:spreadsheet></office:body>
</office:document>`;

const FILES = {
  xlsx: write(book, { type: 'buffer', bookType: 'xlsx' }),
  xls: write(book, { type: 'buffer', bookType: 'biff8' }),
  fods: Buffer.from(flat),
};
for (const [kind, bytes] of Object.entries(FILES)) {
  const { SheetNames, Workbook } = read(bytes);
  console.log(kind, ...SheetNames.map((name, at) => `${name}:${Workbook.Sheets?.[at]?.Hidden}`));
}
PROGRAM

node read.mjs | tee seen
diff seen - << 'EXPECTED'
xlsx Prices:1 People:0
xls Prices:1 People:0
fods Prices:undefined People:undefined
EXPECTED
