import * as contracts from '@balcao/shared/features/mentions/calls.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './mentions.repo.ts';
import { readMentions } from './mentions.service.ts';
import { presentMention } from './mentions.sync.ts';

export function mentionRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.listMentions, async ({ query: { pageNumber } }, { tx, actor }) => {
    const { companyId, userId } = actor;
    const rows = await repo.list(tx, companyId, userId, actorScopes(actor), pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { mentions: shown.map(presentMention), hasMore };
  });

  register(app, contracts.readMentions, ({ body }, { tx, actor }) =>
    readMentions(tx, actor, body.mentionIds, clock()),
  );
}
