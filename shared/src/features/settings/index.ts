import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { permissions } from './permissions.ts';
import * as row from './row.ts';

export const settings = {
  errors: {
    ERR_NO_SETTING_FOUND: failure(404),
    ERR_BILLING_NOT_SET_UP: failure(409),
  },
  logged: ['setting'],
  permissions,
  rows: [row.settingRow],
  models: row,
  keyArea: 'settings',
} as const satisfies Feature;
