import type { Feature } from '../../contract/feature.ts';

export const privacy = {} as const satisfies Feature;
