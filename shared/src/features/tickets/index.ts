import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { TICKET_METHODS } from './bridge.ts';
import { ticketMutations } from './commands.ts';
import { permissions } from './permissions.ts';
import * as row from './row.ts';

export const tickets = {
  errors: {
    ERR_NO_TICKET_FOUND: failure(404),
    /** Another one is under way with this contact, or this very one is a colleague's: `name` has it. */
    ERR_OTHER_OPEN_TICKET: failure(409),
    ERR_TICKET_NOT_PENDING: failure(409),
    ERR_TICKET_CLOSED: failure(409),
    /** While the closing was held back on the agent's computer. */
    ERR_CUSTOMER_WROTE: failure(409),
    /** The ticket is still waiting: an agent must accept it before answering. */
    ERR_TICKET_NOT_ACCEPTED: failure(409),
    ERR_TICKET_FOREIGN_QUEUE: failure(403),
    /** The agent would not see the ticket in that queue. */
    ERR_USER_NOT_IN_QUEUE: failure(422),
    /** The person has pinned `limit` conversations already. */
    ERR_TOO_MANY_PINS: failure(409),
    /** The bot may not answer this customer, or there is nothing that it could say there. */
    ERR_BOT_HAS_NOTHING_TO_SAY: failure(409),
    /** What the bot should have answered could not be decided or written: people go on. */
    ERR_BOT_FAILED: failure(500),
    ERR_CREATING_TICKET: failure(500, true),
  },
  logged: ['ticket'],
  permissions,
  rows: [row.ticketRow],
  models: row,
  keyArea: 'tickets',
  commands: ticketMutations,
  bridge: TICKET_METHODS,
} as const satisfies Feature;
