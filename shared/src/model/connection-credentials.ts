import { z } from 'zod';
import type { ConnectionKind } from './channel.ts';

/** What the owner of an account gives to link it. It goes in and never comes out again. */
export const CREDENTIALS = {
  telegram: z.strictObject({
    /** As Telegram's BotFather hands it out. */
    botToken: z
      .string()
      .trim()
      .regex(/^\d{5,20}:[\w-]{30,64}$/),
  }),
} as const satisfies Partial<Record<ConnectionKind, z.ZodType>>;

export const connectionCredentials = z.union([CREDENTIALS.telegram]);
export type ConnectionCredentials = z.output<typeof connectionCredentials>;

/** Null: this kind is linked without any. */
export const credentialsOf = (kind: ConnectionKind): z.ZodType<ConnectionCredentials> | null =>
  kind in CREDENTIALS ? CREDENTIALS[kind as keyof typeof CREDENTIALS] : null;
