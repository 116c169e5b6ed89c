import type { Module, Parts } from '../../parts.ts';
import { askBills } from './ask-bills.ts';
import { askIntegration } from './ask-integration.ts';
import { askPrompt } from './ask-prompt.ts';
import { deliveryCalls, tellLaterIfKept } from './delivery-calls.ts';
import { ticketAnswerRoutes } from './ticket-answers.routes.ts';
import { proveTicketToken } from './ticket-tokens.service.ts';
import { tryResponderRoutes } from './try-responder.routes.ts';
import { turnCalls } from './turn-calls.ts';

export const respondersModule = {
  routes: [ticketAnswerRoutes, tryResponderRoutes],
  calls: (parts: Parts) => [
    turnCalls({
      ...parts,
      responders: { prompt: askPrompt(parts), integration: askIntegration(parts), bill: askBills(parts) },
      onFailed: (tx, turn, error) => tellLaterIfKept(tx, turn, error, parts.clock()),
    }),
    deliveryCalls(parts),
  ],
  grants: { ticketToken: proveTicketToken },
} satisfies Module;
