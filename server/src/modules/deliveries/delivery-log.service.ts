import type { IntegrationEvent } from '@balcao/shared/features/queue-integrations/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What was told outside, and what came of it: written by whoever tells it. */

export interface NewDelivery {
  id: string;
  integrationId: number;
  ticketId: number;
  event: IntegrationEvent;
  /** @param sequence counts what was told of this ticket */
  payloadOf(sequence: number): object;
}

/** Keeps what is to be told. @returns it as it was kept first: a second try tells the same, byte for byte */
export async function begin(
  tx: Tx,
  companyId: number,
  { id, integrationId, ticketId, event, payloadOf }: NewDelivery,
): Promise<string> {
  const [known] = await tx<{ payload: string }[]>`
    select payload from deliveries where company_id = ${companyId} and id = ${id}`;
  if (known) return known.payload;
  const [counted] = await tx<{ sequence: number }[]>`
    update tickets set told_sequence = told_sequence + 1 where company_id = ${companyId} and id = ${ticketId}
    returning told_sequence as sequence`;
  const payload = JSON.stringify(payloadOf(counted?.sequence ?? 1));
  await tx`
    insert into deliveries (company_id, id, integration_id, ticket_id, event, payload)
    values (${companyId}, ${id}, ${integrationId}, ${ticketId}, ${event}, ${payload})`;
  return payload;
}

export interface DeliveryOutcome {
  state: 'waiting' | 'delivered' | 'failed';
  status: number | null;
  /** The beginning of the body. */
  answer: string;
  /** Why there was none. */
  reason: string;
  durationMs: number;
  /** Of what a webhook waits for: when it is tried again. */
  nextAt?: Date;
}

/** What came of a try. One that was delivered stays so. */
export async function note(
  tx: Tx,
  companyId: number,
  id: string,
  { state, status, answer, reason, durationMs, nextAt }: DeliveryOutcome,
  at: Date,
): Promise<void> {
  const plain = (text: string) => text.replaceAll('\0', '');
  await tx`
    update deliveries set state = ${state}, attempts = attempts + 1, status = ${status},
      answer = ${plain(answer)}, reason = ${plain(reason).slice(0, 500)}, duration_ms = ${durationMs}, tried_at = ${at},
      next_at = coalesce(${nextAt ?? null}, next_at)
    where company_id = ${companyId} and id = ${id}`;
}

/** Nothing is tried any more. */
export async function giveUp(tx: Tx, companyId: number, id: string, reason: string, at: Date): Promise<void> {
  await tx`
    update deliveries set state = 'failed', reason = ${reason.replaceAll('\0', '').slice(0, 500)}, tried_at = ${at}
    where company_id = ${companyId} and id = ${id} and state = 'waiting'`;
}

export interface Delivery {
  integrationId: number;
  payload: string;
  state: DeliveryOutcome['state'];
}

export async function find(tx: Tx, companyId: number, id: string): Promise<Delivery | undefined> {
  const [delivery] = await tx<Delivery[]>`
    select integration_id, payload, state from deliveries
    where company_id = ${companyId} and id = ${id}`;
  return delivery;
}
