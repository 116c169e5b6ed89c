import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { CONNECTION_METHODS } from './bridge.ts';
import * as row from './row.ts';

export const connections = {
  errors: {
    ERR_NO_OTHER_WHATSAPP: failure(409),
    ERR_NO_DEF_WAPP_FOUND: failure(409),
    ERR_NO_WAPP_FOUND: failure(404),
    ERR_WAPP_NOT_INITIALIZED: failure(409, true),
    ERR_WAPP_GREETING_REQUIRED: failure(422),
    ERR_CONNECTION_CREDENTIALS: failure(422),
    /** None was given, and the company has none. */
    ERR_HUB_TOKEN_MISSING: failure(422),
    ERR_WAPP_NAME_TAKEN: failure(409),
    ERR_WAPP_TOKEN_TAKEN: failure(409),
    /** It was never approved for this connection, or is not any more. */
    ERR_NO_TEMPLATE_FOUND: failure(404),
    ERR_TEMPLATE_PARAMETERS: failure(422),
    /** The messenger lets this number write first to nobody else now, or has marked it: what is automatic waits. */
    ERR_TEMPLATE_LIMIT: failure(409, true),
    ERR_DEFAULT_CHANNEL_NOT_WPP: failure(409),
  },
  logged: ['connection'],
  permissions: {
    /** Connections, their QR codes and their sessions. */
    'connections:manage': ['admin'],
  },
  rows: [row.connectionRow],
  models: row,
  keyArea: 'connections',
  bridge: CONNECTION_METHODS,
} as const satisfies Feature;
