import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const deliveries = { models: row } as const satisfies Feature;
