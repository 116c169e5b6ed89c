import { z } from 'zod';
import { type Channel, type ConnectionKind, channelOf } from './channel.ts';

/** The messengers that NotificaMe Hub leads to. */
export const HUB_CHANNELS = ['facebook', 'instagram', 'telegram'] as const satisfies Channel[];
export type HubChannel = (typeof HUB_CHANNELS)[number];

/** How the line to a mail server is sealed: from its first byte, by an agreement in the clear, or not at all. */
export const LINE_SECURITIES = ['tls', 'starttls', 'none'] as const;

const mailHost = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z\d.:-]{1,253}$/);
const ONE_LINE = /^\P{Cc}*$/u;
const port = z.int().min(1).max(65_535);

/** The providers that open mailboxes by tokens (OAuth 2). */
export const MAIL_TOKEN_PROVIDERS = ['google', 'microsoft'] as const;

/** What the owner of a mailbox has registered at its provider, and what the provider gave for the mailbox's consent. */
const mailTokens = z.strictObject({
  provider: z.enum(MAIL_TOKEN_PROVIDERS),
  /** Microsoft's directory, by its id or a domain; `common`: any. Google has none. */
  tenant: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d.-]{1,100}$/)
    .default('common'),
  clientId: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{5,300}$/),
  clientSecret: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{5,500}$/),
  refreshToken: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{10,4000}$/),
});

const mailbox = z
  .strictObject({
    /** The mailbox's own address, which customers write to and answers come from. */
    address: z.email().max(254).toLowerCase(),
    /** Stands before the address; empty: the address alone. */
    fromName: z.string().trim().max(100).regex(ONE_LINE),
    /** Stands below each text that is sent. */
    signature: z.string().trim().max(2_000),
    user: z.string().trim().min(1).max(254).regex(ONE_LINE),
    /** Empty where the provider gives tokens instead (`oauth`). */
    password: z.string().max(500).regex(ONE_LINE).default(''),
    /** How tokens are asked for, for providers that take no password any more; null: the password counts. */
    oauth: mailTokens.nullable().default(null),
    imapHost: mailHost,
    imapPort: port,
    imapSecurity: z.enum(LINE_SECURITIES),
    smtpHost: mailHost,
    smtpPort: port,
    smtpSecurity: z.enum(LINE_SECURITIES),
    /** The folder that is read. */
    folder: z.string().trim().min(1).max(200).regex(ONE_LINE),
    /** Answers go to an address that names the mail (`contact+…@shop.example`): its server must take such. */
    tagged: z.boolean().default(false),
  })
  .refine(({ password, oauth }) => password !== '' || oauth !== null, {
    path: ['password'],
    // A field that is wrong elsewhere does not hide it.
    when: ({ value }) => typeof value === 'object' && value !== null && 'password' in value,
  });

/** What the owner of an account gives to link it. It goes in and never comes out again. */
export const CREDENTIALS = {
  whatsapp_cloud: z.strictObject({
    /** Meta's id of the number, which is not the number. */
    phoneNumberId: z
      .string()
      .trim()
      .regex(/^\d{5,20}$/),
    /** The token is of a system user, so that it does not end. */
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
    /** The token is as Telegram's BotFather hands it out. */
    botToken: z
      .string()
      .trim()
      .regex(/^\d{5,20}:[\w-]{30,64}$/),
  }),
  hub: z.strictObject({
    /** The token is of the account at NotificaMe Hub. */
    hubToken: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{10,500}$/),
    /** The channel of that account, by the hub's id. */
    channelId: z.string().regex(/^[\w-]{1,100}$/),
    channel: z.enum(HUB_CHANNELS),
  }),
  mail: mailbox,
} as const satisfies Partial<Record<ConnectionKind, z.ZodType>>;

/** The kinds that are linked so. */
export type CredentialsKind = keyof typeof CREDENTIALS;
/** Null where nothing is linked. */
export type CredentialsOf<K extends ConnectionKind> = K extends CredentialsKind
  ? z.output<(typeof CREDENTIALS)[K]>
  : null;

export type ConnectionCredentials = z.output<(typeof CREDENTIALS)[CredentialsKind]>;

/**
 * These are credentials as a person gives them: without a token of the hub it is the company's own (`notificameHub`).
 */
export const givenCredentials = z.union([
  CREDENTIALS.whatsapp_cloud,
  CREDENTIALS.telegram,
  CREDENTIALS.hub.partial({ hubToken: true }),
  CREDENTIALS.mail,
]);
export type GivenCredentials = z.output<typeof givenCredentials>;

export type HubCredentials = z.output<typeof CREDENTIALS.hub>;

/** The messenger that a new connection leads to: where its kind leads to several, what it is linked with says which. */
export const channelFor = (kind: ConnectionKind, credentials: ConnectionCredentials | null): Channel =>
  credentials && 'channel' in credentials ? credentials.channel : channelOf(kind);

/** Null: this kind is linked without any. */
export const credentialsOf = (kind: ConnectionKind): z.ZodType<ConnectionCredentials> | null =>
  kind in CREDENTIALS ? CREDENTIALS[kind as CredentialsKind] : null;
