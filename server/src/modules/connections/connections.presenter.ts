import {
  CONNECTION_REASONS,
  type ConnectionReason,
  type ConnectionView,
} from '@balcao/shared/api/connections.ts';
import { type Actor, can } from '@balcao/shared/permissions.ts';
import type { ConnectionRecord } from './connections.repo.ts';

/** The QR code is the key to the company's phone: only those who manage connections get it. */
export function presentConnection(actor: Actor, row: ConnectionRecord): ConnectionView {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    qrcode: can(actor, 'connections:manage') ? row.qrcode : null,
    reason: isReason(row.reason) ? row.reason : null,
    retries: row.retries,
    isDefault: row.isDefault,
    number: row.number,
    updatedAt: row.updatedAt.toISOString(),
  };
}

const isReason = (value: string | null): value is ConnectionReason =>
  (CONNECTION_REASONS as readonly (string | null)[]).includes(value);
