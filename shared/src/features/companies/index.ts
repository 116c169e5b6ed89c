import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const companies = {
  errors: {
    ERR_NO_COMPANY_FOUND: failure(404),
    ERR_COMPANY_NAME_TAKEN: failure(409),
    /** The operator's own company can neither be deleted nor blocked. */
    ERR_COMPANY_PROTECTED: failure(409),
    /** The operator has blocked the company: its sessions end. */
    ERR_COMPANY_BLOCKED: failure(401),
  },
  logged: ['company'],
  permissions: {
    /** Every company of the platform, and links for passwords that their people have forgotten. */
    'companies:manage': ['super'],
  },
  keyArea: 'settings',
  live: ['company'],
} as const satisfies Feature;
