import { bothSpellings, phoneKey } from '@balcao/shared/domain/phone.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import {
  NUMBERS_QUESTION,
  type NumbersAnswer,
  type NumbersQuestion,
} from '../../platform/realtime/number-questions.ts';
import { tellItem } from './list-item-news.ts';
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
  schedule: '*/5 * * * * *',
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
    const { connectionId, numbers } = question;
    const asked: NumbersQuestion = { companyId, connectionId, spellings: numbers.flatMap(bothSpellings) };
    const answer = await bus.ask<NumbersAnswer>(NUMBERS_QUESTION, asked, PATIENCE_MS);
    if (answer?.kind === 'offline') return;
    if (answer?.kind !== 'known') throw new Error('WhatsApp did not answer about numbers');
    const known = new Map(answer.numbers.map((number) => [phoneKey(number), number]));
    const checked = numbers.map((number) => ({
      number,
      exists: known.has(number),
      whatsappNumber: known.get(number) ?? null,
    }));
    await db.withCompany(companyId, async (tx) => {
      const items = await repo.settle(tx, companyId, checked, clock());
      afterCommit(tx, () => {
        for (const item of items) tellItem(bus, 'update', item);
      });
    });
  },
});
