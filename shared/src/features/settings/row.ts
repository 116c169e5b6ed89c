import { z } from 'zod';
import { feedRow } from '../../contract/row.ts';

/** Settings have no number of their own: the key is the id. */
export const setting = z.object({ id: z.string(), value: z.string() });
export type SettingRow = z.output<typeof setting>;

/** The public API has no event for settings. */
export const settingRow = feedRow('setting', setting, {
  id: 'text',
  live: [],
  order: (a, b) => a.id.localeCompare(b.id),
  path: 'settings',
});
