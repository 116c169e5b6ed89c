import * as contracts from '@balcao/shared/api/schedules.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './schedules.repo.ts';
import * as schedules from './schedules.service.ts';

export function scheduleRoutes(app: FastifyInstance, deps: { db: Database; media: MediaService }): void {
  const { db, media } = deps;
  const attach = (actor: Actor, id: string, mediaId: string | null) =>
    db.withCompany(actor.companyId, (tx) => schedules.update(tx, actor, id, { mediaId }));

  register(app, contracts.listSchedules, ({ query: { searchParam, contactId, pageNumber = 1 } }, { actor }) =>
    db.readCompany(actor.companyId, async (tx) => {
      const page = { offset: (Math.max(pageNumber, 1) - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
      const rows = await repo.list(tx, actor, { searchParam, contactId }, page);
      return { schedules: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
    }),
  );
  register(app, contracts.getSchedule, ({ params }, { actor }) =>
    db.readCompany(actor.companyId, (tx) => schedules.get(tx, actor, params.scheduleId)),
  );
  register(app, contracts.createSchedule, ({ body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => schedules.create(tx, actor, body)),
  );
  register(app, contracts.updateSchedule, ({ params, body }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => schedules.update(tx, actor, params.scheduleId, body)),
  );
  register(app, contracts.deleteSchedule, ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => schedules.remove(tx, actor, params.scheduleId)),
  );

  register(app, contracts.uploadScheduleMedia, async ({ params }, { actor, ...exchange }) => {
    const id = params.scheduleId;
    await db.readCompany(actor.companyId, (tx) => schedules.getUnsent(tx, actor, id));
    const file = await uploadAttached(media, actor, exchange);
    return attach(actor, id, file.id);
  });
  register(app, contracts.removeScheduleMedia, ({ params }, { actor }) =>
    attach(actor, params.scheduleId, null),
  );
}
