import type { Engine } from '../../core/store/engine.ts';
import { createScheduleReads } from './schedule-reads.ts';

export const createScheduleTables = ({ db, rows, overlay, queue }: Engine) => ({
  schedules: createScheduleReads({ db, rows, overlay, queue }),
});
