import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/kanban/calls.ts';
import { KANBAN_PAGE } from '@balcao/shared/features/kanban/limits.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { listCards } from './ticket-cards.repo.ts';

export function ticketCardRoutes(app: FastifyInstance): void {
  register(app, contracts.listCards, async ({ query }, { tx, actor }) => {
    const { queueIds, users = [], after } = query;
    if (users.some((id) => id !== actor.userId) && !can(actor, 'tickets:viewAll'))
      throw new AppError('ERR_NO_PERMISSION');
    const rows = await listCards(tx, actor, { queueIds, users, after }, KANBAN_PAGE + 1);
    const shown = rows.slice(0, KANBAN_PAGE);
    const last = rows.length > KANBAN_PAGE ? shown.at(-1) : undefined;
    const next: [string, number] | null = last ? [last.lastMessageAt.toISOString(), last.id] : null;
    return { tickets: shown.map(({ lastMessageAt: _at, ...card }) => card), next };
  });
}
