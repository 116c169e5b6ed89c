import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const ticketViews = {
  errors: {
    ERR_NO_TICKET_VIEW_FOUND: failure(404),
    ERR_TICKET_VIEW_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_TICKET_VIEWS: failure(409),
  },
  logged: ['ticketView'],
  permissions: {
    /** Views that everybody has. */
    'ticketViews:manageTeam': ['admin', 'supervisor'],
  },
  rows: [row.ticketViewRow],
  models: row,
  keyArea: 'tickets',
} as const satisfies Feature;
