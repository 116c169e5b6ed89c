import { z } from 'zod';
import { type Channel, type ConnectionKind, channelOf } from './channel.ts';

/** The messengers that NotificaMe Hub leads to. */
export const HUB_CHANNELS = ['facebook', 'instagram', 'telegram'] as const satisfies Channel[];
export type HubChannel = (typeof HUB_CHANNELS)[number];

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
    /** Meta's id of the business account that the number belongs to; without it Meta is asked. */
    businessAccountId: z
      .string()
      .trim()
      .regex(/^\d{5,20}$/)
      .optional(),
  }),
  telegram: z.strictObject({
    /** As Telegram's BotFather hands it out. */
    botToken: z
      .string()
      .trim()
      .regex(/^\d{5,20}:[\w-]{30,64}$/),
  }),
  hub: z.strictObject({
    /** Of the account at NotificaMe Hub. */
    hubToken: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{10,500}$/),
    /** The channel of that account, by the hub's id. */
    channelId: z.string().regex(/^[\w-]{1,100}$/),
    channel: z.enum(HUB_CHANNELS),
  }),
} as const satisfies Partial<Record<ConnectionKind, z.ZodType>>;

/** The kinds that are linked so. */
export type CredentialsKind = keyof typeof CREDENTIALS;
export type CredentialsOf<K extends ConnectionKind> = K extends CredentialsKind
  ? z.output<(typeof CREDENTIALS)[K]>
  : never;

export type ConnectionCredentials = z.output<(typeof CREDENTIALS)[CredentialsKind]>;

/** As a person gives them: without a token of the hub it is the company's own (`notificameHub`). */
export const givenCredentials = z.union([
  CREDENTIALS.whatsapp_cloud,
  CREDENTIALS.telegram,
  CREDENTIALS.hub.partial({ hubToken: true }),
]);
export type GivenCredentials = z.output<typeof givenCredentials>;

export type HubCredentials = z.output<typeof CREDENTIALS.hub>;

/** The messenger that a new connection leads to: where its kind leads to several, what it is linked with says which. */
export const channelFor = (kind: ConnectionKind, credentials: ConnectionCredentials | null): Channel =>
  credentials && 'channel' in credentials ? credentials.channel : channelOf(kind);

/** Null: this kind is linked without any. */
export const credentialsOf = (kind: ConnectionKind): z.ZodType<ConnectionCredentials> | null =>
  kind in CREDENTIALS ? CREDENTIALS[kind as CredentialsKind] : null;
