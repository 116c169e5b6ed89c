import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  getReportLines,
  getReportParts,
  type ReportFigures,
  type ReportPoint,
} from '@balcao/shared/features/reports/calls.ts';
import type { Part } from '@balcao/shared/features/reports/measures.ts';
import { can } from '@balcao/shared/permissions.ts';
import { useApiQuery } from './api-query.ts';
import { dayOf } from './send-time.ts';
import { serverNow } from './server-now.ts';

/** What a list of queues, connections or people says of each beside its name. */
type Of = (id: number) => ReportFigures | undefined;

/**
 * The figures of the last days, today among them, by the record that they are of: as reports count them. Null while nobody
 * knows, and for those who see no reports.
 */
export function usePartFigures(user: SessionUser, part: Part, days: number): Of | null {
  const query = { part, ...lastDays(days) };
  const { data } = useApiQuery(getReportParts, { query }, { enabled: can(user, 'dashboard:view') });
  return data ? (id) => data.rows.find(({ key }) => key === String(id))?.period : null;
}

/** How each of the days was for those with the most conversations, as reports count them. Null as for their figures. */
export function usePartDays(
  user: SessionUser,
  part: Part,
  days: number,
): ((id: number) => readonly ReportPoint[] | undefined) | null {
  const query = { part, grain: 'day', ...lastDays(days) } as const;
  const { data } = useApiQuery(getReportLines, { query }, { enabled: can(user, 'dashboard:view') });
  return data ? (id) => data.lines.find(({ key }) => key === String(id))?.points : null;
}

/** Today and those before it. */
function lastDays(days: number): { from: string; to: string } {
  const now = serverNow();
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
  return { from: dayOf(first), to: dayOf(now) };
}
