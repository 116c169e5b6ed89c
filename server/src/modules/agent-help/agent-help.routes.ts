import {
  askForHelp,
  getContactLanguage,
  type HelpLine,
  noteProposal,
  translateMessage,
} from '@balcao/shared/features/agent-help/calls.ts';
import type { FastifyInstance } from 'fastify';
import { openLines } from '../../platform/http/lines.ts';
import { register } from '../../platform/http/route.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { giveHelp } from './agent-help.service.ts';
import type { HelpDeps } from './helper.ts';
import { languageOf, translate } from './translations.service.ts';

export function agentHelpRoutes(app: FastifyInstance, deps: HelpDeps): void {
  register(app, askForHelp, async ({ params, body }, { actor, reply }) => {
    const lines = openLines<HelpLine>(reply);
    const { signal } = lines;
    const onWords = (words: string) => lines.write({ words });
    return lines.answer(
      giveHelp(deps, actor, params.ticketId, body, { onWords, signal }).then((given) => ({ given })),
    );
  });
  register(app, translateMessage, ({ params, body }, { actor }) =>
    translate(deps, actor, params.messageId, body.language),
  );
  register(app, getContactLanguage, ({ params }, { tx, actor }) => languageOf(tx, actor, params.contactId));
  register(app, noteProposal, ({ body }, { tx, actor }) =>
    usage.countProposal(tx, actor.companyId, body.kept, deps.clock()),
  );
}
