import type { Feature } from '../../contract/feature.ts';
import { TICKET_LIST_METHODS } from './bridge.ts';
import * as listedTicket from './listed-ticket.ts';

export const ticketList = {
  models: listedTicket,
  bridge: TICKET_LIST_METHODS,
} as const satisfies Feature;
