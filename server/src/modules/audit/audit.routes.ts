import { type AuditEntry, listAudit } from '@balcao/shared/audit-log.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './audit.repo.ts';

export function auditRoutes(app: FastifyInstance): void {
  register(app, listAudit, async ({ query: { pageNumber, ...filter } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, filter, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { entries: shown.map(presentEntry), hasMore };
  });
}

function presentEntry(row: repo.AuditRow): AuditEntry {
  const { id, userId, userName, action, entity, entityId, entityName, changes } = row;
  return { id, at: row.at.toISOString(), userId, userName, action, entity, entityId, entityName, changes };
}
