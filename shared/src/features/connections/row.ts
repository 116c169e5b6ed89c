import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { CHANNELS, CONNECTION_KINDS } from './channel.ts';

export const CONNECTION_STATUSES = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'connected',
  'DISCONNECTED',
  'TIMEOUT',
] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Why a connection is not connected; the console has a text for each. */
export const CONNECTION_REASONS = [
  /** The phone has unlinked us. */
  'logged_out',
  /** People have, here. */
  'disconnected_here',
  'replaced',
  'banned',
  'restricted',
  'client_outdated',
  'passkey_required',
  /** The messenger does not take the token, or whatever the account is linked with. */
  'credentials_refused',
  /** The messenger calls us, and this server has no address that others reach. */
  'no_public_address',
  'pairing_expired',
  'handshake_refused',
  'network',
  'server_stopped',
  /** No server process holds its session: none is running, or all are full. */
  'unattended',
] as const;
export type ConnectionReason = (typeof CONNECTION_REASONS)[number];

/** What Meta thinks of a number by what customers say of its messages. */
export const QUALITIES = ['green', 'yellow', 'red'] as const;
export type Quality = (typeof QUALITIES)[number];

export const connection = z.object({
  id,
  name: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  channel: z.enum(CHANNELS),
  status: z.enum(CONNECTION_STATUSES),
  /** The text to draw as a QR code, while `status` is `qrcode`; only for users who may manage connections. */
  qrcode: z.string().nullable(),
  /** The code to type into the phone instead of scanning, while `status` is `qrcode`; shown like the QR code. */
  pairingCode: z.string().nullable(),
  reason: z.enum(CONNECTION_REASONS).nullable(),
  retries: z.int(),
  /** How long this state lasts, if known: until the next attempt, or the end of a restriction. */
  until: instant.nullable(),
  isDefault: z.boolean(),
  /** The number it is linked with, digits only; null: there is no session that could be lost. */
  number: z.string().nullable(),
  /** What customers call the account, where that is no number, like `@padaria_bot`; null: not known yet. */
  account: z.string().nullable(),
  /** Null where the messenger judges nobody, or has not said. */
  quality: z.enum(QUALITIES).nullable(),
  /** So many customers it may write to first in 24 hours; null: nobody counts, or it is not known. */
  dailyCustomers: z.int().nullable(),
  updatedAt: instant,
});
export type ConnectionRow = z.output<typeof connection>;
