/**
 * How a transaction begins. The driver lets nothing but small letters through, so a company's number goes as letters;
 * where the messages leave us, they become what PostgreSQL understands.
 */
const DIGITS = 'abcdefghij';
const WRITTEN = /^begin ([a-z ]*?)(?: company ([a-j]+))?$/;

export type TransactionMode = 'read write' | 'isolation level repeatable read read only';

/**
 * Whose transaction it is ends with it, so a pooled connection cannot carry one company into another's request.
 *
 * @returns what the driver puts behind its `begin `
 */
export function writeBeginning(mode: TransactionMode, companyId?: number): string {
  if (companyId === undefined) return mode;
  if (!Number.isSafeInteger(companyId) || companyId < 0) throw new TypeError('not the number of a company');
  return `${mode} company ${String(companyId).replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? '')}`;
}

/** @returns the statements that `text` stands for; none when it is something else */
export function readBeginning(text: string): string[] {
  const [, mode, company] = WRITTEN.exec(text) ?? [];
  if (mode === undefined) return [];
  if (company === undefined) return [`begin ${mode}`];
  const companyId = company.replace(/[a-j]/g, (letter) => String(DIGITS.indexOf(letter)));
  return [`begin ${mode}`, `set local app.company_id = '${companyId}'`];
}
