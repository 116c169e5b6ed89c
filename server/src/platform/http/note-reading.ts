import type { RouteContract } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';

/** What a call says of itself that is to be noted before it is answered. */
type Noted = Exclude<RouteContract['noted'], 'inside' | undefined> | 'found';

/** Where what is read stands in the input. */
export interface Sought {
  ticketId?: number | undefined;
  messageId?: string | undefined;
  mediaId?: string | undefined;
  searchParam?: string | undefined;
  /** Of conversations whose words were found. */
  ticketUuids?: readonly string[] | undefined;
}

export type NoteReading = (actor: Actor, noted: Noted, sought: Sought) => Promise<void>;

/** Notes a call that is to be noted. Throws where it cannot be noted and is not to be answered then. */
export async function noteBefore(
  note: NoteReading,
  { noted }: RouteContract,
  actor: Actor | undefined,
  { params, query }: { params: unknown; query: unknown },
): Promise<void> {
  if (noted && noted !== 'inside' && actor)
    await note(actor, noted, { ...(params as Sought | undefined), ...(query as Sought | undefined) });
}

/** Notes whose words a call has found, which nobody knows before; the answer waits for it. */
export async function noteFound(
  note: NoteReading,
  { noted }: RouteContract,
  actor: Actor | undefined,
  answer: unknown,
): Promise<void> {
  if (noted !== 'hits' || !actor) return;
  const { hits } = answer as { hits: readonly { ticketUuid: string }[] };
  const ticketUuids = [...new Set(hits.map(({ ticketUuid }) => ticketUuid))];
  if (ticketUuids.length > 0) await note(actor, 'found', { ticketUuids });
}
