import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Commands } from '../../sync/commands.ts';
import { isKanbanInPlan } from './tags.repo.ts';
import type { TicketTagsService } from './ticket-tags.service.ts';

export const tagCommands = ({ ticketTags }: { ticketTags: TicketTagsService }) =>
  ({
    'ticket.setTags': ticketTags.setTags,
    // Behind REST the call itself asks for the plan. ERR_PLAN_FEATURE_OFF.
    async 'ticket.moveToLane'(tx: Tx, actor: Actor, args: MutationArgs<'ticket.moveToLane'>) {
      if (!(await isKanbanInPlan(tx, actor.companyId))) throw new AppError('ERR_PLAN_FEATURE_OFF');
      return ticketTags.moveToLane(tx, actor, args);
    },
  }) satisfies Partial<Commands>;
