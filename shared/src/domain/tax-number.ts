/** A Brazilian taxpayer: a person's CPF or a company's CNPJ, without the signs that people put between. */
export interface TaxNumber {
  digits: string;
  kind: 'cpf' | 'cnpj';
}

const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** Null for what is none: the length, a letter where there is none, or a check digit that is wrong. */
export function readTaxNumber(text: string): TaxNumber | null {
  const plain = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  if (/^(.)\1*$/.test(plain)) return null;
  if (/^\d{11}$/.test(plain) && hasCheckDigits(plain, 11)) return { digits: plain, kind: 'cpf' };
  if (CNPJ.test(plain) && hasCheckDigits(plain, 9)) return { digits: plain, kind: 'cnpj' };
  return null;
}

/** @param maxWeight weights rise from 2 at the right, and begin anew behind it */
function hasCheckDigits(plain: string, maxWeight: number): boolean {
  for (const length of [plain.length - 2, plain.length - 1]) {
    let sum = 0;
    let weight = 2;
    for (let at = length - 1; at >= 0; at--) {
      sum += (plain.charCodeAt(at) - 48) * weight;
      weight = weight === maxWeight ? 2 : weight + 1;
    }
    const rest = sum % 11;
    if (Number(plain[length]) !== (rest < 2 ? 0 : 11 - rest)) return false;
  }
  return true;
}

/** `Maria da Silva` → `M**** da S****`: the customer recognises it, a stranger learns nothing. */
export const maskName = (name: string): string =>
  name.replaceAll(/\p{L}[\p{L}\p{M}'’-]*/gu, (word) => (word.length <= 3 ? word : `${[...word][0]}****`));
