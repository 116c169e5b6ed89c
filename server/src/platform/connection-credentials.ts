import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import {
  type ConnectionCredentials,
  type CredentialsOf,
  credentialsOf,
} from '@balcao/shared/features/connections/credentials.ts';
import type { Secrets } from './secrets.ts';

/** What an account is linked with, as its connection's row keeps it. */
export function sealCredentials(
  secrets: Secrets,
  companyId: number,
  connectionId: number,
  credentials: ConnectionCredentials,
): Buffer {
  return secrets.seal(Buffer.from(JSON.stringify(credentials)), place(companyId, connectionId));
}

/** Null when the row has none, or none that fits its kind. */
export function openCredentials<K extends ConnectionKind>(
  secrets: Secrets,
  companyId: number,
  connectionId: number,
  { kind, credentials }: { kind: K; credentials: Buffer | null },
): CredentialsOf<K> | null {
  if (!credentials) return null;
  const opened: unknown = JSON.parse(secrets.open(credentials, place(companyId, connectionId)).toString());
  return (credentialsOf(kind)?.safeParse(opened).data as CredentialsOf<K> | undefined) ?? null;
}

const place = (companyId: number, connectionId: number) =>
  `connections.credentials/${companyId}/${connectionId}`;
