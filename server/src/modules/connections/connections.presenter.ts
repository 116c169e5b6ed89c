import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ConnectionDetails, ConnectionEvent } from '@balcao/shared/features/connections/calls.ts';
import { KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import {
  CONNECTION_REASONS,
  type ConnectionReason,
  type ConnectionRow,
} from '@balcao/shared/features/connections/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { NoticeAddresses } from '../../platform/notice-address.ts';
import type { ConnectionRecord, EventRecord } from './connections.repo.ts';

/** The QR code is the key to the company's phone: only those who manage connections get it. */
export function presentConnection(actor: Actor, row: ConnectionRecord): ConnectionRow {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    channel: row.channel,
    status: row.status,
    ...(can(actor, 'connections:manage')
      ? { qrcode: row.qrcode, pairingCode: row.pairingCode }
      : { qrcode: null, pairingCode: null }),
    reason: isReason(row.reason) ? row.reason : null,
    retries: row.retries,
    until: row.until?.toISOString() ?? null,
    isDefault: row.isDefault,
    number: row.number,
    account: row.account,
    quality: row.quality,
    dailyCustomers: row.dailyCustomers,
    updatedAt: row.updatedAt.toISOString(),
  };
}

const isReason = (value: string | null): value is ConnectionReason =>
  (CONNECTION_REASONS as readonly (string | null)[]).includes(value);

/** For those who manage connections: with the modal's fields. */
export function presentDetails(
  actor: Actor,
  row: ConnectionRecord,
  queueIds: number[],
  notices: NoticeAddresses,
): ConnectionDetails {
  const { greetingMessage, completionMessage, outOfHoursMessage, ratingMessage, inactivityMessage } = row;
  const { redirectQueueId, redirectMinutes, botSends, botIntervalMinutes, closeAfterMinutes } = row;
  const { promptId, integrationId } = row;
  return {
    ...presentConnection(actor, row),
    queueIds,
    greetingMessage,
    completionMessage,
    outOfHoursMessage,
    ratingMessage,
    redirectQueueId,
    redirectMinutes,
    promptId,
    integrationId,
    botSends,
    botIntervalMinutes,
    botSilenceMinutes: row.botSilenceMinutes,
    botSilenceAction: row.botSilenceAction,
    closeAfterMinutes,
    inactivityMessage,
    importSince: row.importSince,
    hasToken: row.apiTokenHash !== null,
    hasCredentials: row.credentials !== null,
    webhook: KIND_FACTS[row.kind].isTold ? webhookOf(row, notices) : null,
  };
}

function webhookOf({ companyId, id }: ConnectionRecord, notices: NoticeAddresses) {
  const connection = { companyId, connectionId: id };
  return { address: notices.of(connection), verifyToken: notices.wordOf(connection) };
}

export function presentEvent({ id, kind, details, at }: EventRecord): ConnectionEvent {
  return {
    id,
    kind,
    reason: isReason(details.reason ?? null) ? (details.reason as ConnectionReason) : null,
    messages: details.messages ?? null,
    until: details.until ?? null,
    quality: details.quality ?? null,
    at: at.toISOString(),
  };
}
