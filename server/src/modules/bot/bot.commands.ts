import type { Commands } from '../../sync/commands.ts';
import { handToBot, silenceBot } from './bot-switch.service.ts';

export const botCommands = ({ clock }: { clock: () => Date }) =>
  ({
    'ticket.silenceBot': (tx, actor, { ticketId }) => silenceBot(tx, actor, ticketId, clock()),
    'ticket.startBot': (tx, actor, { ticketId, queueId }) => handToBot(tx, actor, ticketId, queueId, clock()),
  }) satisfies Partial<Commands>;
