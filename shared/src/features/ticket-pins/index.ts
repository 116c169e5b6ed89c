import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const ticketPins = {
  rows: [row.pinRow],
  models: row,
} as const satisfies Feature;
