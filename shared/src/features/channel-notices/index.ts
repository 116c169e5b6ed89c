import type { Feature } from '../../contract/feature.ts';

export const channelNotices = {} as const satisfies Feature;
