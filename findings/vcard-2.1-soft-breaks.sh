#!/usr/bin/env bash
# A vCard 2.1, as many Android phones still write when they share all of their contacts, is read whole by none of four
# parsers on npm (vcf 2.1.2, vcard-parser 1.0.0, ical.js 2.2.1, vcard4 4.0.5).
#
# One would guess: the full name is "José da Conceição Silva". The card says so in the encoding of its version,
# quoted-printable, where "=" at the end of a line lets the value go on in the next one.
# What happens: two parsers give the name undecoded and without its last line, as if nothing were wrong; two throw.
# Who meets it: whoever imports the address book of a phone, and customers whose names lose their ends or read
# "Jos=C3=A9". A program that handles only errors never notices the first two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts vcf@2.1.2 vcard-parser@1.0.0 ical.js@2.2.1 vcard4@4.0.5

cat > read.mjs << 'PROGRAM'
import ICAL from 'ical.js';
import { parse as parseVcard4 } from 'vcard4';
import parser from 'vcard-parser';
import Vcf from 'vcf';

const card = [
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Silva;Jos=C3=A9;da Concei=C3=A7=C3=A3o;;',
  'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9 da Concei=C3=A7=C3=A3o =',
  'Silva',
  'TEL;CELL;PREF:+5511900000000',
  'END:VCARD',
  '',
].join('\r\n');

const READERS = {
  vcf: () => Vcf.parse(card)[0].get('fn').valueOf(),
  'vcard-parser': () => parser.parse(card).fn[0].value,
  'ical.js': () => JSON.stringify(ICAL.parse(card)),
  vcard4: () => JSON.stringify(parseVcard4(card)),
};
for (const [name, read] of Object.entries(READERS)) {
  try {
    console.log(`${name}: ${read()}`);
  } catch (error) {
    console.log(`${name}: ${error.name}`);
  }
}
PROGRAM

node read.mjs | tee seen
diff seen - << 'EXPECTED'
vcf: Jos=C3=A9 da Concei=C3=A7=C3=A3o =
vcard-parser: Jos=C3=A9 da Concei=C3=A7=C3=A3o =
ical.js: ParserError
vcard4: TypeError
EXPECTED
