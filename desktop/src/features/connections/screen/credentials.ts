import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import {
  type ConnectionCredentials,
  credentialsOf,
} from '@balcao/shared/features/connections/credentials.ts';

/** The fields of the form that link an account, each of its kind. */
export type CredentialField =
  | 'botToken'
  | 'phoneNumberId'
  | 'accessToken'
  | 'appSecret'
  | 'businessAccountId';

export type CredentialValues = Record<CredentialField, string>;

export const NO_CREDENTIALS: CredentialValues = {
  botToken: '',
  phoneNumberId: '',
  accessToken: '',
  appSecret: '',
  businessAccountId: '',
};

export const CREDENTIAL_FIELDS: Record<ConnectionKind, readonly CredentialField[]> = {
  whatsapp: [],
  whatsapp_cloud: ['phoneNumberId', 'accessToken', 'appSecret', 'businessAccountId'],
  telegram: ['botToken'],
  // Chosen, not typed alone: fields of their own.
  hub: [],
  mail: [],
  web: [],
};

/** What was typed for this kind; undefined: nothing, so what is kept stays. */
export function typedCredentials(
  kind: ConnectionKind,
  values: CredentialValues,
): ConnectionCredentials | undefined {
  const typed = typedFor(kind, values);
  return Object.keys(typed).length > 0 ? (typed as ConnectionCredentials) : undefined;
}

/** Whether this field is one of the kind's, and what stands in it cannot be it. */
export function isWrong(kind: ConnectionKind, field: CredentialField, values: CredentialValues): boolean {
  if (!CREDENTIAL_FIELDS[kind].includes(field)) return false;
  const problems = credentialsOf(kind)?.safeParse(typedFor(kind, values)).error?.issues ?? [];
  return problems.some(({ path }) => path[0] === field);
}

const typedFor = (kind: ConnectionKind, values: CredentialValues) =>
  Object.fromEntries(
    CREDENTIAL_FIELDS[kind].flatMap((field) => {
      const text = values[field].trim();
      return text === '' ? [] : [[field, text]];
    }),
  );
