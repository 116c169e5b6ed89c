import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const tags = {
  errors: {
    ERR_NO_TAG_FOUND: failure(404),
    ERR_TAG_NAME_TAKEN: failure(409),
    /** Deleted, or not a lane of the kanban board any more. */
    ERR_NO_LANE_FOUND: failure(404),
    /** Somebody has put the card into another lane before: `name` has it, unless it is in none. */
    ERR_CARD_MOVED: failure(409),
  },
  logged: ['tag'],
  rows: [row.tagRow],
  models: row,
  keyArea: 'tags',
} as const satisfies Feature;
