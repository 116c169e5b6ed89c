import * as contracts from '@balcao/shared/features/automations/calls.ts';
import { COUNTED_DAYS } from '@balcao/shared/features/automations/limits.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './automations.repo.ts';
import * as automations from './automations.service.ts';
import * as runs from './runs.repo.ts';
import { tryAutomation } from './trial.service.ts';

const DAY_MS = 86_400_000;

export function automationRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.listAutomations, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { automations: shown.map(automations.presentAutomation), hasMore };
  });
  const since = () => new Date(clock().getTime() - COUNTED_DAYS * DAY_MS);
  register(app, contracts.countAutomations, async (_input, { tx, actor }) => ({
    counts: await runs.countSince(tx, actor.companyId, since()),
  }));
  register(app, contracts.listAutomationRuns, async ({ params, query: { after } }, { tx, actor }) => {
    const { id } = await automations.get(tx, actor, params.automationId);
    const rows = await runs.listSince(tx, actor.companyId, id, since(), pageAt(1, after));
    const shownRuns = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    const { shown, hasMore, next } = pageOf(shownRuns, (last) => JSON.stringify([last.at, last.id]));
    return { runs: shown, hasMore, next };
  });
  register(app, contracts.listAutomationWebhooks, async (_input, { tx, actor }) => ({
    webhooks: await repo.listWebhooks(tx, actor.companyId),
  }));
  register(app, contracts.getAutomation, ({ params }, { tx, actor }) =>
    automations.get(tx, actor, params.automationId),
  );
  register(app, contracts.createAutomation, ({ body }, { tx, actor }) => automations.create(tx, actor, body));
  register(app, contracts.updateAutomation, ({ params, body }, { tx, actor }) =>
    automations.update(tx, actor, params.automationId, body),
  );
  register(app, contracts.deleteAutomation, ({ params }, { tx, actor }) =>
    automations.remove(tx, actor, params.automationId),
  );
  register(app, contracts.orderAutomations, ({ body }, { tx, actor }) =>
    automations.order(tx, actor, body.automationIds),
  );
  register(app, contracts.tryAutomation, ({ body }, { tx, actor }) =>
    tryAutomation(tx, actor, body, clock()),
  );
}
