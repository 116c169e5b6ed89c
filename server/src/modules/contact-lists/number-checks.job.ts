import { bothSpellings, phoneKey } from '@balcao/shared/phone/digits.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import {
  NUMBER_QUESTION,
  NUMBERS_QUESTION,
  type NumberAnswer,
  type NumberQuestion,
  type NumbersAnswer,
  type NumbersQuestion,
} from '../../platform/realtime/number-questions.ts';
import { tellItem } from './list-item-news.ts';
import type { CheckedNumber } from './number-checks.repo.ts';
import * as repo from './number-checks.repo.ts';

/** Longer than WhatsApp takes. */
const PATIENCE_MS = 8_000;

/**
 * Asks WhatsApp about the numbers of lists, a few at once: each connection has its turn, and then a pause. What was asked
 * and not answered is asked again, so whatever stops it, it goes on where it was.
 */
export const numberChecks = ({
  db,
  bus,
}: {
  db: Database;
  bus: Bus;
}): Job<{ companyId: number; id: number }> => ({
  name: 'checks of numbers',
  // More often than a pause is long, or a turn that begins a little late would miss the next one.
  schedule: '*/2 * * * * *',
  processes: 'one',
  due: (_now, limit) => db.asSystem((tx) => repo.companiesDue(tx, limit)),
  async take({ companyId }, clock) {
    const question = await db.withCompany(companyId, async (tx) => {
      const connectionId = await repo.takeTurn(tx, companyId, clock());
      return connectionId === undefined
        ? null
        : { connectionId, numbers: await repo.nextNumbers(tx, companyId) };
    });
    if (!question || question.numbers.length === 0) return;
    const checked = await ask(bus, { companyId, ...question });
    if (!checked) return;
    await db.withCompany(companyId, async (tx) => {
      const items = await repo.settle(tx, companyId, checked, clock());
      afterCommit(tx, () => {
        for (const item of items) tellItem(bus, 'update', item);
      });
    });
  },
});

interface Batch {
  companyId: number;
  connectionId: number;
  /** Keys of numbers. */
  numbers: readonly string[];
}

/**
 * What WhatsApp says of each; null when the connection is down. Throws when it does not say. Some countries' numbers come
 * back in a spelling of WhatsApp's own: as long as there are such answers, what they belong to is asked one by one.
 */
async function ask(bus: Bus, { numbers, ...at }: Batch): Promise<CheckedNumber[] | null> {
  const all: NumbersQuestion = { ...at, spellings: numbers.flatMap(bothSpellings) };
  const answer = await bus.ask<NumbersAnswer>(NUMBERS_QUESTION, all, PATIENCE_MS);
  if (answer?.kind === 'offline') return null;
  if (answer?.kind !== 'known') throw new Error(UNANSWERED);
  const known = new Map(answer.numbers.map((number) => [phoneKey(number), number]));
  const strange = new Set([...known.keys()].filter((key) => !numbers.includes(key)));
  for (const number of numbers) {
    if (strange.size === 0) break;
    if (known.has(number)) continue;
    const one: NumberQuestion = { ...at, spellings: bothSpellings(number) };
    const single = await bus.ask<NumberAnswer>(NUMBER_QUESTION, one, PATIENCE_MS);
    if (single?.kind === 'offline') return null;
    if (single?.kind === 'known') {
      known.set(number, single.number);
      strange.delete(phoneKey(single.number));
    } else if (single?.kind !== 'unknown') throw new Error(UNANSWERED);
  }
  return numbers.map((number) => ({
    number,
    exists: known.has(number),
    whatsappNumber: known.get(number) ?? null,
  }));
}

const UNANSWERED = 'WhatsApp did not answer about numbers';
