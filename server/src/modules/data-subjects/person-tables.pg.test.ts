import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { PERSON_TABLES } from './person-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What the company, its people and its programs are, do and count: no customer is named there. */
const NOTHING_OF_PERSONS = [
  'ai_usage',
  'api_keys',
  'article_files',
  'article_meanings',
  'audit_chains',
  'automation_sets',
  'automations',
  'campaign_paces',
  'campaign_settings',
  'campaigns',
  'charges',
  'chat_members',
  'chats',
  'connection_events',
  'connection_leases',
  'connection_new_chats',
  'connection_queues',
  'connections',
  'contact_imports',
  'contact_lists',
  'dashboard_counters',
  'dashboard_rebuilds',
  'deadline_policies',
  'deadline_sets',
  'deleted_user_tokens',
  'demo_accounts',
  'evaluations',
  'file_list_items',
  'file_lists',
  'import_marks',
  'invitations',
  'invoice_reminders',
  'invoices',
  'job_setbacks',
  'knowledge_articles',
  'knowledge_versions',
  'macros',
  'mail_cursors',
  'meaning_faults',
  'media_let_go',
  'message_templates',
  'number_check_turns',
  'oidc_attempts',
  'oidc_providers',
  'open_hours',
  'outgoing_calls',
  'passkey_links',
  'passkeys',
  'password_resets',
  'presences',
  'prompt_usage',
  'prompts',
  'queue_integrations',
  'queue_options',
  'queues',
  'quick_message_usage',
  'quick_messages',
  'recovery_codes',
  'refresh_tokens',
  'report_mails',
  'report_subscriptions',
  'retention_nights',
  'retention_rules',
  'session_credentials',
  'sessions',
  'settings',
  'sign_in_codes',
  'sync_clients',
  'sync_forks',
  'sync_mutation_results',
  'sync_state',
  'tags',
  'ticket_views',
  'token_calls',
  'token_rates',
  'user_queues',
  'users',
  'webhook_sequences',
  'web_chats',
  'webhooks',
];

it('every table of a company says what becomes of a person, or that nobody is named there', async () => {
  const tables = await database.admin<{ name: string }[]>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`;
  const said = [...Object.keys(PERSON_TABLES), ...NOTHING_OF_PERSONS];
  expect(said.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

it('what is said to go with the contact is what the database lets go with it', async () => {
  const going = await database.admin<{ name: string }[]>`
    with recursive going (id) as (
      select 'contacts'::regclass::oid
      union
      select k.conrelid from going join pg_constraint k on k.confrelid = going.id
      where k.contype = 'f' and k.confdeltype = 'c' and k.conparentid = 0)
    select id::regclass::text as name from going`;
  const said = Object.entries(PERSON_TABLES).filter(([, { fate }]) => fate === 'withContact');
  expect(said.map(([name]) => name).toSorted()).toEqual(going.map(({ name }) => name).toSorted());
});

it('no table in which a contact is named passes for one without persons', async () => {
  const naming = await database.admin<{ name: string }[]>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.attname in ('contact_id', 'wa_id', 'whatsapp_number', 'identities', 'participant')`;
  expect(naming.length).toBeGreaterThan(10);
  expect(naming.map(({ name }) => name).filter((name) => NOTHING_OF_PERSONS.includes(name))).toEqual([]);
});
