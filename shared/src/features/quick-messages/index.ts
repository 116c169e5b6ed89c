import { type Feature, failure } from '../../contract/feature.ts';

export const quickMessages = {
  errors: {
    ERR_NO_QUICK_MESSAGE_FOUND: failure(404),
    ERR_SHORTCODE_TAKEN: failure(409),
  },
  logged: ['quickMessage'],
} as const satisfies Feature;
