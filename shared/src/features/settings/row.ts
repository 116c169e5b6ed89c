import { z } from 'zod';

/** Settings have no number of their own: the key is the id. */
export const setting = z.object({ id: z.string(), value: z.string() });
export type SettingRow = z.output<typeof setting>;
