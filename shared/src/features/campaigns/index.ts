import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const campaigns = {
  errors: {
    ERR_NO_CAMPAIGN_FOUND: failure(404),
    /** It is under way, over, or begins within the hour. */
    ERR_CAMPAIGN_NOT_EDITABLE: failure(409),
    ERR_CAMPAIGN_RUNNING: failure(409),
    ERR_CAMPAIGN_NOT_RUNNING: failure(409),
    ERR_CAMPAIGN_NOT_CANCELLED: failure(409),
    ERR_CAMPAIGN_NOT_PAUSED: failure(409),
    ERR_CAMPAIGN_NOTHING_FAILED: failure(409),
    /** Its time is past, or too far ahead. */
    ERR_CAMPAIGN_SCHEDULE: failure(422),
    /** Campaigns go out on some channels only. */
    ERR_CHANNEL_NO_CAMPAIGNS: failure(422),
    /** It has no list, no connection, or nothing to say. */
    ERR_CAMPAIGN_INCOMPLETE: failure(422),
    /** By e-mail campaigns go to people alone who have said yes to that. */
    ERR_CAMPAIGN_NEEDS_CONSENT: failure(422),
    /** It has reached people by e-mail, and would go on by numbers, or the other way round: some would get it twice. */
    ERR_CAMPAIGN_OTHER_KIND: failure(409),
    /** The link of a mail that opens nothing: cut off, or of another installation. */
    ERR_UNSUBSCRIBE_LINK: failure(404),
    /** By mail one tries out with addresses, elsewhere with numbers. */
    ERR_CAMPAIGN_TRIAL: failure(422),
  },
  logged: ['campaign'],
  lists: ['recipients'],
  permissions: {
    /** Campaigns, and how they are sent. */
    'campaigns:manage': ['admin', 'supervisor'],
  },
  rows: [row.campaignRow],
  models: row,
  keyArea: 'campaigns',
} as const satisfies Feature;
