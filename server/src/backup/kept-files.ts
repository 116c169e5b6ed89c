import type { Config } from '../config.ts';

const DAY_MS = 86_400_000;

/**
 * How long bytes stay after their rows are gone. A backup has the files of its end, and leads to each moment of the day
 * before: what was shown then must still be there. Without backups they go at once.
 */
export const keptFilesMs = ({ backup }: Pick<Config, 'backup'>): number => (backup ? 2 * DAY_MS : 0);
