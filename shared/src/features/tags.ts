import { type Feature, failure } from './feature.ts';

export const tags = {
  errors: {
    ERR_NO_TAG_FOUND: failure(404),
    ERR_TAG_NAME_TAKEN: failure(409),
  },
  logged: ['tag'],
} as const satisfies Feature;
