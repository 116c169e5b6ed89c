import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';

/**
 * Whatever happens to a ticket becomes a line of its conversation: an event, or what was said. So this is the one
 * place through which all causes of rules pass; those of a transaction are gathered until its end.
 */
export type NotedCause = LineCause | ContactCause;

interface LineCause {
  /** The line. A statement may have written none: then nothing has happened. */
  messageId: string;
  /** Null: something was said. */
  event: TicketEvent | null;
  /** Of the rules that look at it, as the statement that wrote the line has read; null: none does. */
  rulesVersion?: number | null;
  /** Absent: the customer has. */
  saidBy?: 'us' | 'bot';
}

/** Somebody has changed a contact, which is a matter of each conversation with it that is under way. */
interface ContactCause {
  contactId: number;
}

const noted = new WeakMap<Tx, NotedCause[]>();

export function noteCause(tx: Tx, cause: NotedCause): void {
  const causes = noted.get(tx);
  if (causes) causes.push(cause);
  else noted.set(tx, [cause]);
}

/** What the transaction has noted since somebody took it last. */
export function takeCauses(tx: Tx): NotedCause[] {
  const causes = noted.get(tx) ?? [];
  noted.delete(tx);
  return causes;
}

/** Work that is undone alone if it fails: then nothing of it was a cause. */
export async function behindSavepoint<T>(tx: Tx, work: (inner: Tx) => Promise<T>): Promise<void> {
  let causes: NotedCause[] = [];
  await tx.savepoint(async (inner) => {
    await work(inner);
    causes = takeCauses(inner);
  });
  for (const cause of causes) noteCause(tx, cause);
}
