import { askForHelp, noteProposal } from '@balcao/shared/features/agent-help/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { giveHelp, type HelpDeps } from './agent-help.service.ts';

export function agentHelpRoutes(app: FastifyInstance, deps: HelpDeps): void {
  register(app, askForHelp, ({ params, body }, { actor }) => giveHelp(deps, actor, params.ticketId, body));
  register(app, noteProposal, ({ body }, { tx, actor }) =>
    usage.countProposal(tx, actor.companyId, body.kept, deps.clock()),
  );
}
