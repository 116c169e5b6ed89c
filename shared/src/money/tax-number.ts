/** The number by which Brazil knows a person (CPF) or a company (CNPJ). */
export interface TaxNumber {
  /** Without what only helps reading it. A CNPJ given out since July 2026 may contain capital letters. */
  digits: string;
  kind: 'cpf' | 'cnpj';
}

/** Zero-width characters that come along when a number is copied from a page. */
const INVISIBLE = /[\u200B-\u200F\u2060\uFEFF]/g;
/** People write them with points, with spaces, and with words around. */
const CANDIDATES = [
  ['cpf', /(?<![A-Z\d])\d{3}[. ]?\d{3}[. ]?\d{3}[-./ ]?\d{2}(?![A-Z\d])/g],
  ['cnpj', /(?<![A-Z\d])[A-Z\d]{2}[. ]?[A-Z\d]{3}[. ]?[A-Z\d]{3}[/ ]?[A-Z\d]{4}[- ]?\d{2}(?![A-Z\d])/g],
] as const;

/** The first number in a text whose check digits are right. */
export function readTaxNumber(text: string): TaxNumber | null {
  const plain = text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .toUpperCase();
  for (const [kind, pattern] of CANDIDATES)
    for (const [found] of plain.matchAll(pattern)) {
      const digits = found.replaceAll(/[^A-Z\d]/g, '');
      if (isTrue(digits, kind)) return { digits, kind };
    }
  return null;
}

/** `529.982.247-25`, `11.222.333/0001-81`. */
export const formatTaxNumber = ({ digits, kind }: TaxNumber): string =>
  kind === 'cpf'
    ? digits.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : digits.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');

/** The check digits of one that repeats a single digit are right, and it is nobody's. */
function isTrue(digits: string, kind: TaxNumber['kind']): boolean {
  if (/^(.)\1*$/.test(digits)) return false;
  const highest = kind === 'cpf' ? 11 : 9;
  const body = digits.slice(0, -2);
  const first = checkDigit(body, highest);
  return digits === body + first + checkDigit(body + first, highest);
}

/** Modulo 11 with weights that grow from 2 at the right and begin again after the highest. */
function checkDigit(body: string, highest: number): number {
  const sum = [...body]
    .toReversed()
    .map((character, place) => numberOf(character) * (2 + (place % (highest - 1))))
    .reduce((total, part) => total + part, 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** `0` is 0, `9` is 9, `A` is 17. */
const numberOf = (character: string): number => character.charCodeAt(0) - 48;

/** Words that join a name's parts and tell nothing of whose it is. */
const PARTICLES = new Set(['da', 'de', 'do', 'das', 'dos', 'e', 'di', 'du']);

/** `M**** da S****`: whoever bears the name knows it again, and nobody else learns it, not even its length. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (PARTICLES.has(word.toLowerCase()) ? word.toLowerCase() : `${[...word][0]}****`))
    .join(' ');
