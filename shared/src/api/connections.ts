import { z } from 'zod';
import { route } from './contract.ts';
import { id, idText, instant } from './fields.ts';

/**
 * WhatsApp connections and their sessions. The specification calls them "whatsapp" in paths and fields.
 * Document 1, sections 2 to 4; behaviours, section 2.
 */
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
  'logged_out',
  'replaced',
  'banned',
  'restricted',
  'client_outdated',
  'passkey_required',
  'pairing_expired',
  'handshake_refused',
  'network',
  'server_stopped',
] as const;
export type ConnectionReason = (typeof CONNECTION_REASONS)[number];

export const connectionView = z.object({
  id,
  name: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  /** The text to draw as a QR code, while `status` is `qrcode`; only for those who may manage connections. */
  qrcode: z.string().nullable(),
  reason: z.enum(CONNECTION_REASONS).nullable(),
  retries: z.int(),
  isDefault: z.boolean(),
  /** The number it is linked with, digits only. */
  number: z.string().nullable(),
  updatedAt: instant,
});
export type ConnectionView = z.output<typeof connectionView>;

const params = z.object({ whatsappId: idText });
const fields = z.object({ name: z.string().trim().min(2).max(50), isDefault: z.boolean().optional() });

export const listConnections = route({
  method: 'GET',
  path: '/whatsapp',
  access: 'session',
  query: z.object({ session: z.string().max(10).optional() }),
  response: z.array(connectionView),
});

export const getConnection = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId',
  access: 'session',
  params,
  response: connectionView,
  errors: ['ERR_NO_WAPP_FOUND'],
});

export const createConnection = route({
  method: 'POST',
  path: '/whatsapp',
  access: 'connections:manage',
  body: fields,
  response: connectionView,
  status: 201,
  errors: ['ERR_WAPP_NAME_TAKEN', 'ERR_PLAN_LIMIT_CONNECTIONS'],
});

export const updateConnection = route({
  method: 'PUT',
  path: '/whatsapp/:whatsappId',
  access: 'connections:manage',
  params,
  body: fields,
  response: connectionView,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NAME_TAKEN', 'ERR_NO_OTHER_WHATSAPP'],
});

export const deleteConnection = route({
  method: 'DELETE',
  path: '/whatsapp/:whatsappId',
  access: 'connections:manage',
  params,
  status: 204,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_OTHER_WHATSAPP'],
});

/** Start (or start again) with the stored session. */
export const startSession = route({
  method: 'POST',
  path: '/whatsappsession/:whatsappId',
  access: 'connections:manage',
  params,
  response: connectionView,
  status: 202,
  errors: ['ERR_NO_WAPP_FOUND'],
});

/** Forget the stored session and offer a new QR code. */
export const renewSession = route({
  method: 'PUT',
  path: '/whatsappsession/:whatsappId',
  access: 'connections:manage',
  params,
  response: connectionView,
  status: 202,
  errors: ['ERR_NO_WAPP_FOUND'],
});

/** Log out: the phone forgets this computer, the history stays. */
export const endSession = route({
  method: 'DELETE',
  path: '/whatsappsession/:whatsappId',
  access: 'connections:manage',
  params,
  response: connectionView,
  status: 202,
  errors: ['ERR_NO_WAPP_FOUND'],
});
