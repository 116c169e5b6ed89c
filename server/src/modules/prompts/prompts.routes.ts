import * as contracts from '@balcao/shared/features/prompts/calls.ts';
import en from '@balcao/shared/features/prompts/en.json' with { type: 'json' };
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import * as usage from './ai-usage.service.ts';
import { testPrompt } from './prompt-trial.service.ts';
import { presentListed } from './prompts.presenter.ts';
import * as prompts from './prompts.service.ts';

export function promptRoutes(
  app: FastifyInstance,
  deps: { db: Database; outside: Outside; secrets: Secrets; clock: () => Date },
): void {
  const { secrets, clock } = deps;
  register(app, contracts.listPrompts, async ({ query: { searchParam } }, { tx, actor }) => {
    const records = await prompts.list(tx, actor.companyId, searchParam);
    return { prompts: records.map((record) => presentListed(record, actor)) };
  });
  register(app, contracts.getPromptUsage, (_input, { tx, actor }) =>
    usage.ofMonth(tx, actor.companyId, clock()),
  );
  register(app, contracts.getPrompt, ({ params }, { tx, actor }) => prompts.get(tx, actor, params.promptId));
  register(app, contracts.createPrompt, ({ body }, { tx, actor }) =>
    prompts.create(tx, actor, body, secrets),
  );
  register(app, contracts.updatePrompt, ({ params, body }, { tx, actor }) =>
    prompts.update(tx, actor, params.promptId, body, secrets),
  );
  register(app, contracts.deletePrompt, async ({ params }, { tx, actor }) => {
    await prompts.remove(tx, actor, params.promptId, clock());
    return { message: en.deleted };
  });
  register(app, contracts.testPrompt, ({ body }, { actor }) => testPrompt(deps, actor, body));
}
