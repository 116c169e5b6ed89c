import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const aiRequests = {
  errors: { ERR_NO_AI_REQUEST_FOUND: failure(404) },
} as const satisfies Feature;
