import { AppError } from '@balcao/shared/errors.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import { type CallKind, isUndone, type RunningCall } from '../../platform/outgoing/call.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { AGENT_TYPING, type TicketTyping } from '../../platform/realtime/typing-topics.ts';
import { type Answer, applyAnswer, findTurn, isNoTarget, TURN, type Turn } from '../bot/turns.service.ts';
import { whySilent } from '../subscription/may-speak.service.ts';
import { type AskResponder, codeOf, isRepeatable, type Time, TurnError } from './responder.ts';

interface TurnDeps {
  db: Database;
  bus: Bus;
  clock: () => Date;
  /** What is asked, for each that answers. */
  responders: Record<Turn['answerer'], AskResponder>;
  /** What follows beside calling people, in the transaction that ends a turn which has failed for good. */
  onFailed(tx: Tx, turn: Turn, error: unknown): Promise<void>;
}

/** How often a call is tried within its deadline; a call without one does not exist. */
const MAX_ATTEMPTS = 20;

/**
 * Turns of responders. Nothing is open in the database while somebody is asked. What is answered is written when, and
 * only when, the turn is still this process's: so it is said once. Whatever fails calls people, with one line in the
 * timeline.
 */
export function turnCalls({ db, bus, clock, responders, onFailed }: TurnDeps): CallKind {
  const load = ({ companyId, id }: RunningCall) =>
    db.readCompany(companyId, async (tx) => {
      const turn = await findTurn(tx, companyId, id);
      return turn && { turn, silence: await whySilent(tx, companyId, clock()) };
    });

  /** Nothing, when the turn is another process's meanwhile. */
  const finish = (call: RunningCall, write: (tx: Tx) => Promise<unknown>) =>
    db.withCompany(call.companyId, async (tx) => {
      if (!(await call.end(tx))) return;
      await write(tx);
      crashAt('turn.written');
    });

  /** What a responder says is said also where it wants to move the ticket to somebody who is not there. */
  async function carryOut(call: RunningCall, turn: Turn, answer: Answer): Promise<void> {
    const write = (given: Answer) =>
      finish(call, (tx) => applyAnswer(tx, call.companyId, turn, given, clock()));
    try {
      await write(answer);
    } catch (error) {
      if (!isNoTarget(error)) throw error;
      await write({ ...answer, next: { kind: 'failed', code: 'ERR_INTEGRATION_TARGET' } });
    }
  }

  const timeOf = ({ deadline, signal }: RunningCall): Time => ({
    left: () => (deadline ? Math.max(deadline.getTime() - clock().getTime(), 1) : Number.POSITIVE_INFINITY),
    signal,
  });

  return {
    kind: TURN,
    maxAttempts: MAX_ATTEMPTS,
    mayRepeat,

    async take(call) {
      const loaded = await load(call);
      if (!loaded) return finish(call, async () => {});
      const { turn, silence } = loaded;
      try {
        if (call.wasInterrupted && !isRepeatable(turn))
          throw new OutsideError('unknown', 'the process ended while it was asked');
        // Nobody is asked in vain.
        if (silence) throw new AppError(silence);
        crashAt('turn.began');
        const answer = await responders[turn.answerer](turn, timeOf(call));
        crashAt('turn.answered');
        showTyping(bus, turn, answer);
        await carryOut(call, turn, answer);
        crashAt('turn.committed');
      } catch (error) {
        throw new TurnError(turn, error);
      }
    },

    async giveUp(call, error) {
      const turn = error instanceof TurnError ? error.turn : (await load(call))?.turn;
      await finish(call, async (tx) => {
        if (!turn) return;
        await applyAnswer(tx, call.companyId, turn, failed(turn, error), clock());
        await onFailed(tx, turn, error);
      });
      crashAt('turn.givenUp');
    },
  };
}

const mayRepeat = (error: unknown): boolean =>
  isUndone(error) ||
  (error instanceof TurnError &&
    isRepeatable(error.turn) &&
    error.cause instanceof OutsideError &&
    error.cause.problem === 'unknown');

/** People are called, and whatever the responder remembered is forgotten: nobody knows how far it came. */
const failed = (turn: Turn, error: unknown): Answer => ({
  said: apologyOf(turn),
  note: null,
  next: { kind: 'failed', code: codeOf(turn, error) },
  session: null,
});

/** Who was told to wait a moment for their bills hears that there are none; a chat is simply gone on with. */
function apologyOf({ answerer, company }: Turn): Answer['said'] {
  if (answerer !== 'bill') return [];
  return [{ text: AUTOMATIC_TEXTS[company.language].bills.failed, file: null, delayMs: 0 }];
}

/** The customer sees somebody write for as long as the first words wait. */
function showTyping(bus: Bus, { company, ticketId }: Turn, { said }: Answer): void {
  if (!said.some(({ delayMs }) => delayMs > 0)) return;
  const typing: TicketTyping = { companyId: company.id, ticketId, state: 'composing' };
  bus.send(AGENT_TYPING, typing);
}
