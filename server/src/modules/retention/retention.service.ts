import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { RetentionNight, RetentionRule } from '@balcao/shared/features/retention/calls.ts';
import {
  allows,
  COUNTED_MOST,
  LEAST_MONTHS,
  RETENTION_KINDS,
  type RetentionKind,
} from '@balcao/shared/features/retention/kinds.ts';
import type { Aging } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import { record } from '../audit/audit.service.ts';
import { oldEntries } from '../audit/old-entries.service.ts';
import { oldRecipients } from '../campaigns/old-recipients.service.ts';
import { oldChatMessages } from '../chats/old-chat-messages.service.ts';
import { oldDeliveries } from '../deliveries/old-deliveries.service.ts';
import { oldFiles } from '../media/old-files.service.ts';
import { oldCalls } from '../messages-api/old-calls.service.ts';
import { oldNotes } from '../ticket-notes/old-notes.service.ts';
import { oldTickets } from '../tickets/old-tickets.service.ts';
import * as repo from './retention.repo.ts';

export const AGING: Record<RetentionKind, Aging> = {
  tickets: oldTickets,
  notes: oldNotes,
  files: oldFiles,
  chats: oldChatMessages,
  campaigns: oldRecipients,
  audit: oldEntries,
  deliveries: oldDeliveries,
  calls: oldCalls,
};

/** For how many months each kind is kept; what is missing is kept for ever. */
export const monthsKept = async (tx: Tx, companyId: number): Promise<Map<RetentionKind, number>> =>
  new Map((await repo.listRules(tx, companyId)).map(({ kind, months }) => [kind, months]));

export async function show(
  tx: Tx,
  companyId: number,
): Promise<{ rules: RetentionRule[]; nights: RetentionNight[] }> {
  const stored = await monthsKept(tx, companyId);
  const nights = await repo.listNights(tx, companyId);
  return {
    rules: RETENTION_KINDS.map((kind) => ({ kind, months: stored.get(kind) ?? null })),
    nights: nights.map(({ endedAt, ...night }) => ({ ...night, endedAt: endedAt?.toISOString() ?? null })),
  };
}

/** @param months null: for ever. ERR_RETENTION_TOO_SHORT */
export async function setRule(
  tx: Tx,
  actor: Actor,
  kind: RetentionKind,
  months: number | null,
): Promise<void> {
  assertLong(kind, months);
  const { companyId } = actor;
  const before = await repo.lockRule(tx, companyId, kind);
  if (before === months) return;
  await repo.setRule(tx, companyId, kind, months);
  const written = (value: number | null) => (value === null ? null : String(value));
  const changes = [{ field: 'months', from: written(before), to: written(months) }];
  const what = { action: 'update', entity: 'retention', entityId: kind, entityName: kind } as const;
  await record(tx, { companyId, actor, ...what, changes });
}

/** What would go tonight. ERR_RETENTION_TOO_SHORT */
export async function preview(
  tx: Tx,
  companyId: number,
  { kind, months }: { kind: RetentionKind; months: number },
  now: Date,
): Promise<{ count: number; more: boolean }> {
  assertLong(kind, months);
  const before = await repo.beginningOf(tx, companyId, await repo.nextNight(tx, companyId, now), months);
  const count = await AGING[kind].count(tx, companyId, before, COUNTED_MOST + 1);
  return { count: Math.min(count, COUNTED_MOST), more: count > COUNTED_MOST };
}

function assertLong(kind: RetentionKind, months: number | null): void {
  if (months !== null && !allows(kind, months))
    throw new AppError('ERR_RETENTION_TOO_SHORT', { months: LEAST_MONTHS[kind] });
}
