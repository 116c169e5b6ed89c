import { AUDIT_ACTIONS, AUDIT_ENTITIES, type AuditEntry } from '@balcao/shared/api/audit.ts';
import { RECURRENCES } from '@balcao/shared/api/companies.ts';
import type { BusinessHours } from '@balcao/shared/domain/business-hours.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The tables that modules read and write through `orm`, as the migrations make them; a test compares the two.
 * Tables of hot paths (tickets, messages, the feed) are not here: they are written in SQL.
 */
const id = () => bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity();
const company = () => bigint('company_id', { mode: 'number' }).notNull();
const ref = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
type AuditChange = AuditEntry['changes'][number];
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const plans = pgTable('plans', {
  id: id().primaryKey(),
  name: text('name').notNull(),
  users: integer('users').notNull().default(10),
  connections: integer('connections').notNull().default(3),
  queues: integer('queues').notNull().default(10),
  value: integer('value').notNull().default(0),
  campaigns: integer('campaigns').notNull().default(10),
  schedules: integer('schedules').notNull().default(100),
  useCampaigns: boolean('use_campaigns').notNull().default(true),
  useKanban: boolean('use_kanban').notNull().default(true),
  useOpenAi: boolean('use_open_ai').notNull().default(true),
  useIntegrations: boolean('use_integrations').notNull().default(true),
  useSchedules: boolean('use_schedules').notNull().default(true),
  useInternalChat: boolean('use_internal_chat').notNull().default(true),
  useExternalApi: boolean('use_external_api').notNull().default(true),
});

export const companies = pgTable('companies', {
  id: id().primaryKey(),
  name: text('name').notNull(),
  planId: ref('plan_id'),
  dueDate: date('due_date', { mode: 'string' }),
  timezone: text('timezone').notNull().default('America/Sao_Paulo'),
  language: text('language').$type<'pt' | 'en' | 'es'>().notNull().default('pt'),
  createdAt: instant('created_at').notNull().defaultNow(),
  email: text('email').notNull().default(''),
  phone: text('phone').notNull().default(''),
  status: boolean('status').notNull().default(true),
  recurrence: text('recurrence', { enum: RECURRENCES }).notNull().default('MENSAL'),
  graceDays: integer('grace_days').notNull().default(0),
  schedules: jsonb('schedules').$type<BusinessHours>(),
  billingName: text('billing_name').notNull().default(''),
  addressZipCode: text('address_zip_code').notNull().default(''),
  addressStreet: text('address_street').notNull().default(''),
  addressState: text('address_state').notNull().default(''),
  addressCity: text('address_city').notNull().default(''),
  addressDistrict: text('address_district').notNull().default(''),
  recommendedBy: ref('recommended_by'),
});

export const settings = pgTable(
  'settings',
  {
    companyId: company(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    sealed: bytes('sealed'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.key] })],
);

export const queues = pgTable(
  'queues',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    orderQueue: integer('order_queue').notNull().default(0),
    greetingMessage: text('greeting_message').notNull().default(''),
    completionMessage: text('completion_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    ratingMessage: text('rating_message').notNull().default(''),
    token: text('token').notNull().default(''),
    integrationId: ref('integration_id'),
    promptId: ref('prompt_id'),
    mediaId: uuid('media_id'),
    schedules: jsonb('schedules').$type<BusinessHours>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const queueOptions = pgTable(
  'queue_options',
  {
    companyId: company(),
    id: id(),
    queueId: ref('queue_id').notNull(),
    parentId: ref('parent_id'),
    title: text('title').notNull(),
    message: text('message').notNull().default(''),
    option: integer('option').notNull(),
    mediaId: uuid('media_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const quickMessages = pgTable(
  'quick_messages',
  {
    companyId: company(),
    id: id(),
    shortcode: text('shortcode').notNull(),
    message: text('message').notNull().default(''),
    geral: boolean('geral').notNull().default(false),
    status: boolean('status').notNull().default(true),
    userId: ref('user_id'),
    queueId: ref('queue_id'),
    mediaId: uuid('media_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    scopes: text('scopes')
      .array()
      .notNull()
      .generatedAlwaysAs(sql`quick_message_scopes(geral, queue_id, user_id)`),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const users = pgTable(
  'users',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    profile: text('profile', { enum: ['admin', 'supervisor', 'user'] })
      .notNull()
      .default('user'),
    super: boolean('super').notNull().default(false),
    allTicket: boolean('all_ticket').notNull().default(false),
    connectionId: ref('connection_id'),
    online: boolean('online').notNull().default(false),
    viewVersion: integer('view_version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    totpSecret: bytes('totp_secret'),
    totpConfirmedAt: instant('totp_confirmed_at'),
    totpStep: ref('totp_step'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  { companyId: company(), userId: ref('user_id').notNull(), hash: bytes('hash').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.userId, table.hash] })],
);

export const passwordResets = pgTable(
  'password_resets',
  {
    companyId: company(),
    id: id(),
    userId: ref('user_id').notNull(),
    hash: bytes('hash'),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    expiresAt: instant('expires_at'),
    usedAt: instant('used_at'),
    mailedAt: instant('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const helps = pgTable('helps', {
  id: id().primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  video: text('video').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const auditLog = pgTable(
  'audit_log',
  {
    companyId: company(),
    id: id(),
    at: instant('at').notNull().defaultNow(),
    userId: ref('user_id'),
    userName: text('user_name').notNull(),
    action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
    entity: text('entity', { enum: AUDIT_ENTITIES }).notNull(),
    entityId: text('entity_id').notNull(),
    entityName: text('entity_name').notNull().default(''),
    changes: jsonb('changes').$type<AuditChange[]>().notNull().default([]),
    hash: bytes('hash').notNull().default(Buffer.alloc(0)),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const userQueues = pgTable(
  'user_queues',
  { companyId: company(), userId: ref('user_id').notNull(), queueId: ref('queue_id').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.userId, table.queueId] })],
);

export const connections = pgTable(
  'connections',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    status: text('status', {
      enum: ['OPENING', 'qrcode', 'PAIRING', 'connected', 'DISCONNECTED', 'TIMEOUT'],
    })
      .notNull()
      .default('DISCONNECTED'),
    reason: text('reason'),
    qrcode: text('qrcode'),
    retries: integer('retries').notNull().default(0),
    until: instant('until'),
    isDefault: boolean('is_default').notNull().default(false),
    number: text('number'),
    desired: text('desired', { enum: ['running', 'stopped'] })
      .notNull()
      .default('stopped'),
    generation: integer('generation').notNull().default(1),
    logoutRequested: boolean('logout_requested').notNull().default(false),
    nudges: integer('nudges').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    greetingMessage: text('greeting_message').notNull().default(''),
    completionMessage: text('completion_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    ratingMessage: text('rating_message').notNull().default(''),
    redirectQueueId: ref('redirect_queue_id'),
    redirectMinutes: integer('redirect_minutes').notNull().default(0),
    promptId: ref('prompt_id'),
    integrationId: ref('integration_id'),
    botSends: integer('bot_sends').notNull().default(3),
    botIntervalMinutes: integer('bot_interval_minutes').notNull().default(0),
    closeAfterMinutes: integer('close_after_minutes').notNull().default(0),
    inactivityMessage: text('inactivity_message').notNull().default(''),
    importSince: date('import_since', { mode: 'string' }),
    apiTokenHash: bytes('api_token_hash'),
    pairingNumber: text('pairing_number'),
    pairingCode: text('pairing_code'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const connectionQueues = pgTable(
  'connection_queues',
  { companyId: company(), connectionId: ref('connection_id').notNull(), queueId: ref('queue_id').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId, table.queueId] })],
);

export const media = pgTable(
  'media',
  {
    companyId: company(),
    id: uuid('id').notNull(),
    state: text('state', { enum: ['pending', 'stored', 'failed', 'gone'] }).notNull(),
    mime: text('mime').notNull(),
    name: text('name').notNull().default(''),
    size: ref('size'),
    width: integer('width'),
    height: integer('height'),
    seconds: integer('seconds'),
    voice: boolean('voice').notNull().default(false),
    waveform: text('waveform'),
    sha256: bytes('sha256'),
    path: text('path'),
    source: bytes('source'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    uploadedBy: ref('uploaded_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
