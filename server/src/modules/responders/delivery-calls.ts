import type { Tx } from '../../platform/db/client.ts';
import { reasonOf } from '../../platform/jobs/take-due.ts';
import { type CallKind, isUndone, outsideErrorOf } from '../../platform/outgoing/call.ts';
import { enqueue } from '../../platform/outgoing/calls.repo.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Turn } from '../bot/turns.service.ts';
import * as log from '../deliveries/delivery-log.service.ts';
import { forAnswering } from '../queue-integrations/queue-integrations.service.ts';
import { tell } from './ask-webhook.ts';
import type { ResponderDeps } from './responder.ts';

const DELIVERY = 'delivery';

/** Three hours or so, growing from seconds. */
const PAUSE_MS = { first: 5_000, most: 3_600_000 };
const MAX_ATTEMPTS = 12;
const TIMEOUT_MS = 10_000;

/**
 * What a program could not be told in its turn is told later all the same, and what it answers then is for the log alone.
 * What it may have been told already is not told again, unless an admin wants it.
 */
export async function tellLaterIfKept(tx: Tx, turn: Turn, error: unknown, at: Date): Promise<void> {
  const { id: companyId } = turn.company;
  const { id, integrationId } = turn;
  const kept = integrationId === null ? undefined : await log.find(tx, companyId, id);
  if (kept?.state !== 'waiting') return;
  const mayHaveHeard = outsideErrorOf(error)?.problem === 'unknown';
  if (mayHaveHeard) return log.giveUp(tx, companyId, id, reasonOf(error), at);
  const dueAt = new Date(at.getTime() + PAUSE_MS.first);
  const lane = `integration:${integrationId}`;
  await enqueue(tx, { companyId, id, kind: DELIVERY, lane, dueAt, patienceMs: null });
}

/** Deliveries that nobody waits for: late ones, and those that an admin sends again. */
export function deliveryCalls(deps: ResponderDeps): CallKind {
  const { db, secrets, clock } = deps;

  return {
    kind: DELIVERY,
    pauseMs: PAUSE_MS,
    maxAttempts: MAX_ATTEMPTS,
    mayRepeat: isUndone,

    async take(call) {
      const { companyId, id, signal, wasInterrupted } = call;
      const found = await db.readCompany(companyId, async (tx) => {
        const delivery = await log.find(tx, companyId, id);
        const integration = delivery && (await forAnswering(tx, companyId, delivery.integrationId, secrets));
        return delivery && integration && { delivery, integration };
      });
      if (found?.delivery.state === 'waiting') {
        const { delivery, integration } = found;
        if (wasInterrupted) throw new OutsideError('unknown', 'the process ended while it was told');
        const time = { left: () => TIMEOUT_MS, signal };
        await tell(deps, integration, { companyId, id, body: delivery.payload, time });
      }
      await db.withCompany(companyId, (tx) => call.end(tx));
    },

    async giveUp(call, error) {
      const { companyId, id } = call;
      await db.withCompany(companyId, async (tx) => {
        if (await call.end(tx)) await log.giveUp(tx, companyId, id, reasonOf(error), clock());
      });
    },
  };
}
