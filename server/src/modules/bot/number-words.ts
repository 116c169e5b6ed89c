import type { BotScript } from './script.ts';

type Language = BotScript['language'];

/** How a language counts; of several ways to say one number, a stroke is between them. */
interface Numerals {
  /** One to nineteen, and on as far as they are words of their own. */
  first: string;
  /** Twenty to ninety: alone, and before a unit. */
  tens: string;
  tensBefore?: string;
  /** One, two and three hundred: alone, and before what follows. */
  hundreds: readonly string[];
  hundredsBefore?: readonly string[];
  /** What stands between tens and units, and behind hundreds. */
  joint: string;
  hundredsJoint: readonly string[];
}

/** A menu has no more lines than a queue has options. */
const MAX_NUMBER = 300;

const PT: Numerals = {
  first:
    'um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
  tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  hundreds: ['cem', 'duzentos/duzentas', 'trezentos/trezentas'],
  hundredsBefore: ['cento', 'duzentos/duzentas'],
  joint: ' e ',
  hundredsJoint: [' e '],
};
const ES: Numerals = {
  first:
    'uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno/veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  hundreds: ['cien', 'doscientos/doscientas', 'trescientos/trescientas'],
  hundredsBefore: ['ciento', 'doscientos/doscientas'],
  joint: ' y ',
  hundredsJoint: [' '],
};
const EN: Numerals = {
  first:
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
  hundreds: ['one hundred/a hundred', 'two hundred', 'three hundred'],
  joint: ' ',
  hundredsJoint: [' ', ' and '],
};
const PT_ORDINALS: Numerals = {
  first:
    'primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo decimo_primeiro/undecimo decimo_segundo/duodecimo decimo_terceiro decimo_quarto decimo_quinto decimo_sexto decimo_setimo decimo_oitavo decimo_nono',
  tens: 'vigesimo trigesimo quadragesimo quinquagesimo sexagesimo septuagesimo/setuagesimo octogesimo nonagesimo',
  hundreds: ['centesimo', 'ducentesimo', 'trecentesimo/tricentesimo'],
  joint: ' ',
  hundredsJoint: [' '],
};
const ES_ORDINALS: Numerals = {
  first:
    'primero/primer segundo tercero/tercer cuarto quinto sexto septimo octavo noveno decimo undecimo/decimoprimero/decimo_primero duodecimo/decimosegundo/decimo_segundo decimotercero/decimo_tercero decimocuarto/decimo_cuarto decimoquinto/decimo_quinto decimosexto/decimo_sexto decimoseptimo/decimo_septimo decimoctavo/decimo_octavo decimonoveno/decimo_noveno',
  tens: 'vigesimo trigesimo cuadragesimo quincuagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  hundreds: ['centesimo', 'ducentesimo', 'tricentesimo'],
  joint: ' ',
  hundredsJoint: [' '],
};
const EN_ORDINALS: Numerals = {
  first:
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
  tens: 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth',
  tensBefore: EN.tens,
  hundreds: ['one hundredth/hundredth', 'two hundredth', 'three hundredth'],
  hundredsBefore: EN.hundreds,
  joint: ' ',
  hundredsJoint: [' ', ' and '],
};

/** Words of one language that say something else in another: "um doce" is no number. */
const ONLY_IN: Record<string, Language> = { once: 'es', doce: 'es', quince: 'es' };

const NUMBERS = new Map(
  [PT, ES, EN, PT_ORDINALS, feminine(PT_ORDINALS), ES_ORDINALS, feminine(ES_ORDINALS), EN_ORDINALS].flatMap(
    (numerals) =>
      Array.from({ length: MAX_NUMBER }, (_, at) => at + 1).flatMap((number) =>
        sayings(number, numerals).map((saying) => [saying, number] as const),
      ),
  ),
);
const MAX_WORDS = Math.max(...[...NUMBERS.keys()].map((saying) => saying.split(' ').length));

/** `2`, `2a`, `2º` (which normalising makes `2o`), `2nd`. */
const DIGITS = /^(\d{1,4})(?:[ao]|st|nd|rd|th)?$/;

/** A number, and the words that say it. */
export interface SaidNumber {
  number: number;
  words: string[];
}

/**
 * The numbers among folded words, cardinal and ordinal ones, in any of the three languages, and the other words. The
 * longest that is said counts: "vinte e um" is one number.
 */
export function numbersAmong(
  said: readonly string[],
  language: Language,
): { numbers: SaidNumber[]; others: string[] } {
  const numbers: SaidNumber[] = [];
  const others: string[] = [];
  for (let at = 0; at < said.length; ) {
    const found = numberAt(said, at, language);
    if (found) numbers.push(found);
    else others.push(said[at] ?? '');
    at += found?.words.length ?? 1;
  }
  return { numbers, others };
}

function numberAt(said: readonly string[], at: number, language: Language): SaidNumber | null {
  const digits = DIGITS.exec(said[at] ?? '')?.[1];
  if (digits !== undefined) return { number: Number(digits), words: said.slice(at, at + 1) };
  for (let count = Math.min(MAX_WORDS, said.length - at); count > 0; count--) {
    const words = said.slice(at, at + count);
    const saying = words.join(' ');
    const number = NUMBERS.get(saying);
    if (number !== undefined && (ONLY_IN[saying] ?? language) === language) return { number, words };
  }
  return null;
}

function sayings(number: number, numerals: Numerals): string[] {
  const { first, tens, tensBefore = tens, hundreds, hundredsBefore = hundreds } = numerals;
  const early = ways(first.split(' ')[number - 1]);
  if (early.length > 0) return early;
  const [size, whole, before, joints] =
    number < 100
      ? [10, ['', ...tens.split(' ')], ['', ...tensBefore.split(' ')], [numerals.joint]]
      : [100, hundreds, hundredsBefore, numerals.hundredsJoint];
  const [count, rest] = [Math.floor(number / size) - 1, number % size];
  if (rest === 0) return ways(whole[count]);
  return ways(before[count]).flatMap((start) =>
    joints.flatMap((joint) => sayings(rest, numerals).map((end) => start + joint + end)),
  );
}

function ways(word = ''): string[] {
  return word === '' ? [] : word.replaceAll('_', ' ').split('/');
}

function feminine({ first, tens, hundreds, ...rest }: Numerals): Numerals {
  const inA = (words: string) => words.replaceAll(/o(?=[ /_]|$)/g, 'a');
  return { ...rest, first: inA(first), tens: inA(tens), hundreds: hundreds.map(inA) };
}
