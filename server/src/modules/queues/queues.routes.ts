import { listQueues } from '@balcao/shared/api/queues.ts';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { queues } from '../../platform/db/schema.ts';
import { register } from '../../platform/http/route.ts';

export function queueRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  register(app, listQueues, (_input, { actor }) =>
    db.readCompany(actor.companyId, (tx) =>
      orm(tx)
        .select({ id: queues.id, name: queues.name, color: queues.color, orderQueue: queues.orderQueue })
        .from(queues)
        .where(eq(queues.companyId, actor.companyId))
        .orderBy(asc(queues.orderQueue), asc(queues.id)),
    ),
  );
}
