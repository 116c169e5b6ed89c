import * as contracts from '@balcao/shared/features/schedules/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './schedules.repo.ts';
import * as schedules from './schedules.service.ts';

export function scheduleRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  register(
    app,
    contracts.listSchedules,
    async ({ query: { searchParam, contactId, pageNumber } }, { tx, actor }) => {
      const rows = await repo.list(tx, actor, { searchParam, contactId }, pageAt(pageNumber));
      const { shown, hasMore } = pageOf(rows);
      return { schedules: shown, hasMore };
    },
  );
  register(app, contracts.getSchedule, ({ params }, { tx, actor }) =>
    schedules.get(tx, actor, params.scheduleId),
  );
  register(app, contracts.createSchedule, ({ body }, { tx, actor }) => schedules.create(tx, actor, body));
  register(app, contracts.updateSchedule, ({ params, body }, { tx, actor }) =>
    schedules.update(tx, actor, params.scheduleId, body),
  );
  register(app, contracts.deleteSchedule, ({ params }, { tx, actor }) =>
    schedules.remove(tx, actor, params.scheduleId),
  );

  register(app, contracts.uploadScheduleMedia, async ({ params: { scheduleId: id } }, exchange) => {
    const { actor } = exchange;
    const mediaId = await uploadAttached(deps, exchange, (tx) => schedules.getUnsent(tx, actor, id));
    return (tx) => schedules.update(tx, actor, id, { mediaId });
  });
  register(app, contracts.removeScheduleMedia, ({ params }, { tx, actor }) =>
    schedules.update(tx, actor, params.scheduleId, { mediaId: null }),
  );
}
