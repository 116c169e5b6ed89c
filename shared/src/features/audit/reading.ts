import { formatTaxNumber, readTaxNumber } from '../../money/tax-number.ts';

/** What the audit log learns of who has read what. */

/** How the log names a CPF or CNPJ: whoever has the number knows it again, and nobody learns it. `***.982.247-**`. */
export function soughtDocument(text: string): string | null {
  const number = readTaxNumber(text);
  if (!number) return null;
  const digits = number.digits.replaceAll(/^.{3}|.{2}$/g, (hidden) => '*'.repeat(hidden.length));
  return formatTaxNumber({ ...number, digits });
}

/** Whether a conversation is others' to read: a colleague's, or one of a queue that the person is not in. */
export function isForeign(
  { userId, queueId }: { userId: number | null; queueId: number | null },
  person: { userId: number; queueIds: readonly number[] },
): boolean {
  if (userId !== null) return userId !== person.userId;
  return queueId !== null && !person.queueIds.includes(queueId);
}
