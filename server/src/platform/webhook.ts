import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionCredentials } from '@balcao/shared/features/connections/credentials.ts';

/** A call at a connection's public address. */
export interface WebhookCall {
  /** By their names in lower case. */
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** How a kind of connection that is told by webhook knows that the messenger itself has called. */
export interface Webhook {
  isGenuine(credentials: ConnectionCredentials, call: WebhookCall): boolean;
}

/** Those of kinds that nobody calls are absent. */
export type Webhooks = Partial<Record<ConnectionKind, Webhook>>;
