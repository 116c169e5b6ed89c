import { z } from 'zod';
import type { ConnectionKind } from './channel.ts';

/** What the owner of an account gives to link it. It goes in and never comes out again. */
export const CREDENTIALS = {
  whatsapp_cloud: z.strictObject({
    /** Meta's id of the number, which is not the number. */
    phoneNumberId: z
      .string()
      .trim()
      .regex(/^\d{5,20}$/),
    /** Of a system user, so that it does not end. */
    accessToken: z
      .string()
      .trim()
      .regex(/^[\w.|-]{20,1000}$/),
    /** Meta signs with it what it tells us. */
    appSecret: z
      .string()
      .trim()
      .regex(/^[\da-fA-F]{32}$/),
  }),
  telegram: z.strictObject({
    /** As Telegram's BotFather hands it out. */
    botToken: z
      .string()
      .trim()
      .regex(/^\d{5,20}:[\w-]{30,64}$/),
  }),
} as const satisfies Partial<Record<ConnectionKind, z.ZodType>>;

/** The kinds that are linked so. */
export type CredentialsKind = keyof typeof CREDENTIALS;
export type CredentialsOf<K extends ConnectionKind> = K extends CredentialsKind
  ? z.output<(typeof CREDENTIALS)[K]>
  : never;

export const connectionCredentials = z.union([CREDENTIALS.whatsapp_cloud, CREDENTIALS.telegram]);
export type ConnectionCredentials = z.output<typeof connectionCredentials>;

/** Null: this kind is linked without any. */
export const credentialsOf = (kind: ConnectionKind): z.ZodType<ConnectionCredentials> | null =>
  kind in CREDENTIALS ? CREDENTIALS[kind as CredentialsKind] : null;
