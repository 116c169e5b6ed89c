import { type AuditEntry, listAudit } from '@balcao/shared/api/audit.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as repo from './audit.repo.ts';

export function auditRoutes(app: FastifyInstance): void {
  register(app, listAudit, async ({ query: { pageNumber = 1, ...filter } }, { tx, actor }) => {
    const offset = (Math.max(pageNumber, 1) - 1) * PAGE_SIZE;
    const rows = await repo.list(tx, actor.companyId, filter, { offset, limit: PAGE_SIZE + 1 });
    return { entries: rows.slice(0, PAGE_SIZE).map(presentEntry), hasMore: rows.length > PAGE_SIZE };
  });
}

function presentEntry(row: repo.AuditRow): AuditEntry {
  const { id, userId, userName, action, entity, entityId, entityName, changes } = row;
  return { id, at: row.at.toISOString(), userId, userName, action, entity, entityId, entityName, changes };
}
