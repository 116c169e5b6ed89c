import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const channelNotices = {
  calls,
} as const satisfies Feature;
