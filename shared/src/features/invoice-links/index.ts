import type { Feature } from '../../contract/feature.ts';

export const invoiceLinks = {} as const satisfies Feature;
