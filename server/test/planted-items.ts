import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { NUMBERS_QUESTION } from '../src/platform/realtime/number-questions.ts';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany, createTicket, givePlan } from './fixtures.ts';
import { holdLease } from './hold-lease.ts';
import { type MailServer, startMailServer } from './smtp.ts';

/** In every job the first due item fails, whatever it is, and the next one is done. */

export let api: TestApi;
let mail: MailServer;
export let company: CompanyFixture;
/** Everything that is left alone for a while is due by then. */
export const LATER = new Date(Date.now() + 26 * 3_600_000);
const PAST = '2020-01-01';
/** Where it is the middle of the day then, and which. */
const NOON = (() => {
  const hours = LATER.getUTCHours() - 12;
  const day = new Date(LATER.getTime() - hours * 3_600_000).toISOString().slice(0, 10);
  return { timezone: `Etc/GMT${hours < 0 ? '' : '+'}${hours}`, due_date: day };
})();

export const sql = () => api.database.admin;

interface Planted {
  /** Two or more things that are due. */
  plant(): Promise<unknown>;
  /** Makes one of them fail. @returns how it is mended */
  spoil(id: string): Promise<() => Promise<unknown>>;
  /** The due items that are not done; the due ones when absent. */
  left?(): Promise<string[]>;
}

/** The database refuses whatever is done to rows of this table. */
const refusing = (table: string, column: string) => async (id: string) => {
  await sql().unsafe(`
    create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'planted in %', tg_table_name; end $$;
    create trigger planted before update or delete on ${table} for each row
      when (old.${column}::text = '${id}') execute function refuse()`);
  return () => sql().unsafe(`drop trigger planted on ${table}`);
};
/** A folder in a file's place cannot be removed like a file. */
const notAFile = (folder: string) => async (path: string) => {
  const file = join(api.deps.config.dataDir, 'media', folder, path);
  await rm(file);
  await mkdir(file);
  return () => rm(file, { recursive: true });
};

const tickets = (options: Parameters<typeof createTicket>[2] = {}) =>
  Promise.all([1, 2].map(() => createTicket(sql(), company, options)));
const connections = async (fields: Record<string, unknown>) => {
  const rows = [1, 2].map(() => ({ company_id: company.companyId, name: crypto.randomUUID(), ...fields }));
  const made = await sql()<{ id: string }[]>`insert into connections ${sql()(rows)} returning id`;
  return made.map(({ id }) => Number(id));
};

const campaigns = async (fields: Record<string, unknown>, count = 2) => {
  const texts = ['Olá', '', '', '', ''];
  const row = {
    company_id: company.companyId,
    name: 'Sábado',
    messages: texts,
    confirmation_messages: texts,
  };
  const rows = Array.from({ length: count }, () => ({ ...row, ...fields }));
  const made = await sql()<{ id: string }[]>`insert into campaigns ${sql()(rows)} returning id`;
  return made.map(({ id }) => Number(id));
};

export const PLANTED: Record<string, Planted> = {
  'dashboard counters': {
    async plant() {
      for (const { companyId, connectionId } of [company, await createCompany(sql(), 'Contada')])
        await sql()`insert into dashboard_deltas (company_id, at, connection_id, kind, value, n)
          values (${companyId}, now(), ${connectionId}, 'begun', 0, 1)`;
    },
    spoil: refusing('dashboard_deltas', 'company_id'),
  },
  'dashboard rebuilds': {
    async plant() {
      for (const { companyId } of [company, await createCompany(sql(), 'Mudada')])
        await sql()`insert into dashboard_rebuilds (company_id) values (${companyId})`;
    },
    spoil: refusing('dashboard_rebuilds', 'company_id'),
  },
  'scheduled messages': {
    async plant() {
      for (const { contactId } of await tickets())
        await sql()`insert into schedules (company_id, id, contact_id, body, send_at, due_at)
          values (${company.companyId}, ${crypto.randomUUID()}, ${contactId}, 'Olá', now(), now())`;
    },
    spoil: refusing('schedules', 'id'),
  },
  'answers to visitors who left': {
    async plant() {
      const { companyId, ana } = company;
      const [chatId = 0] = await connections({ kind: 'web', channel: 'web' });
      const [mailboxId = 0] = await connections({ kind: 'mail', channel: 'mail', status: 'connected' });
      await sql()`
        insert into web_chats (company_id, connection_id, appearance, origins, follows_pages, passes_on)
        values (${companyId}, ${chatId}, ${sql().json({ language: 'pt', words: { pt: { title: '' } } })}, '{}', false,
          ${sql().json({ connectionId: mailboxId, minutes: 10 })})`;
      for (const { id, contactId } of await tickets({ userId: ana.id })) {
        const name = `${chatId}/visitor/${id}`;
        const facts = sql().json({ email: `visitor.${id}@sample.test`, language: 'pt-BR' });
        const at = new Date(LATER.getTime() - 3_600_000);
        await sql()`insert into contact_identities (company_id, kind, value, contact_id)
          values (${companyId}, 'web', ${name}, ${contactId})`;
        await sql()`insert into web_visitors (company_id, name, facts) values (${companyId}, ${name}, ${facts})`;
        await sql()`
          insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, state, ack,
            read, created_at)
          values (${companyId}, gen_random_uuid(), ${id}, ${contactId}, ${chatId}, ${ana.id}, true, 'Oi', 'sent', 2, true,
            ${at})`;
        await sql()`update tickets set connection_id = ${chatId}, last_message_at = ${at} where id = ${id}`;
      }
    },
    spoil: async (ticketId) => {
      const [visitor] = await sql()`select name from web_visitors where name like ${`%/visitor/${ticketId}`}`;
      return refusing('web_visitors', 'name')(String(visitor?.name));
    },
  },
  'waits for ratings': {
    async plant() {
      for (const { id } of await tickets({ status: 'closed', userId: company.ana.id }))
        await sql()`update tickets set rating_until = ${PAST} where id = ${id}`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'tickets to redirect': {
    async plant() {
      await tickets({ queueId: null });
      await sql()`update ticket_tracking set queued_at = ${PAST}`;
      await sql()`update connections set redirect_minutes = 1, redirect_queue_id = ${company.queues.sales}
        where id = ${company.connectionId}`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'tickets that nobody sees': {
    async plant() {
      await tickets({ queueId: null });
      await sql()`update tickets set updated_at = ${PAST}`;
      await sql()`update connections set redirect_minutes = 0, redirect_queue_id = ${company.queues.sales}
        where id = ${company.connectionId}`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'customers silent with the bot': {
    async plant() {
      await tickets({});
      await sql()`update tickets set answerer = 'queueMenu', waiting_since = null, last_message_at = ${PAST}
        where status = 'pending'`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'tickets to close': {
    async plant() {
      await tickets({ userId: company.ana.id });
      await sql()`update messages set from_me = true, state = 'sent', created_at = ${PAST}
        where state = 'received'`;
      await sql()`update tickets set last_message_at = ${PAST}`;
      await sql()`update connections set close_after_minutes = 1 where id = ${company.connectionId}`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'tickets to bring back': {
    async plant() {
      for (const { id } of await tickets({ userId: company.ana.id }))
        await sql()`update tickets set snoozed_until = ${PAST} where id = ${id}`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'rules that wait': {
    async plant() {
      const rule = { cause: { kind: 'waiting', minutes: 1 }, conditions: { match: 'all', items: [] } };
      await sql()`
        insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
        values (${company.companyId}, ${uuidv7()}, true, 1, ${JSON.stringify(rule.cause)}::text::jsonb,
          ${JSON.stringify(rule.conditions)}::text::jsonb, '[{"kind": "stopBot"}]', '{}')`;
      for (const { id } of await tickets())
        await sql()`update tickets set waiting_since = ${PAST} where id = ${id}`;
    },
    spoil: refusing('automation_clocks', 'ticket_id'),
  },
  deadlines: {
    async plant() {
      for (const { id } of await tickets())
        await sql()`insert into deadlines (company_id, ticket_id, policy_id, kind, near_at, due_at, running_since)
          values (${company.companyId}, ${id}, 1, 'firstAnswer', ${PAST}, ${PAST}, ${PAST})`;
    },
    spoil: refusing('deadlines', 'id'),
  },
  'tickets to assign': {
    async plant() {
      await sql()`update users set online = true where company_id = ${company.companyId}`;
      await sql()`update queues set assignment = 'inTurn' where company_id = ${company.companyId}`;
      for (const queueId of Object.values(company.queues)) {
        const { id } = await createTicket(sql(), company, { queueId });
        await sql()`update tickets set waiting_since = ${PAST} where id = ${id}`;
      }
    },
    spoil: refusing('user_queues', 'queue_id'),
  },
  'tickets to overflow': {
    async plant() {
      await sql()`update queues set overflow_queue_id = ${company.queues.sales} where id = ${company.queues.support}`;
      for (const { id } of await tickets())
        await sql()`update tickets set waiting_since = ${PAST} where id = ${id}`;
    },
    spoil: refusing('tickets', 'id'),
  },
  'hours of deadlines': {
    async plant() {
      for (const { companyId } of [company, await createCompany(sql(), 'Pontual')])
        await sql()`insert into deadline_sets (company_id, active, open_until) values (${companyId}, true, ${PAST})
          on conflict (company_id) do update set active = true, open_until = excluded.open_until`;
    },
    spoil: refusing('deadline_sets', 'company_id'),
  },
  erasures: {
    async plant() {
      await sql()`
        insert into erasures (company_id, contact_id, state, asked_by_name, due_at)
        select company_id, id, 'due', '', ${PAST} from contacts where company_id = ${company.companyId} limit 2`;
    },
    spoil: refusing('erasures', 'id'),
  },
  'data exports': {
    async plant() {
      for (const { contactId } of await tickets())
        await sql()`
          insert into data_exports (company_id, contact_id, language, messages_total, asked_by_name)
          values (${company.companyId}, ${contactId}, 'pt', 0, '')`;
    },
    spoil: refusing('data_exports', 'id'),
  },
  'ended data exports': {
    plant: () => sql()`
      insert into data_exports (company_id, language, state, messages_total, asked_by_name, ends_at)
      select ${company.companyId}, 'pt', 'done', 0, '', ${PAST} from generate_series(1, 2)`,
    spoil: refusing('data_exports', 'id'),
  },
  'nights of retention': {
    async plant() {
      const late = LATER.getUTCHours() - 2;
      const hours = late > 12 ? late - 24 : late;
      const timezone = `Etc/GMT${hours < 0 ? '' : '+'}${hours}`;
      for (const name of ['Noturna', 'Madrugada']) {
        const { companyId } = await createCompany(sql(), name);
        await sql()`update companies set timezone = ${timezone} where id = ${companyId}`;
        await sql()`insert into retention_rules (company_id, kind, months) values (${companyId}, 'notes', 1)`;
      }
    },
    spoil: refusing('retention_nights', 'company_id'),
  },
  'unattended connections': {
    plant: () => connections({ desired: 'running', status: 'connected', updated_at: PAST }),
    spoil: refusing('connections', 'id'),
  },
  'deleted connections': {
    async plant() {
      const [{ id: ticketId, contactId }] = (await tickets()) as [Awaited<ReturnType<typeof createTicket>>];
      for (const id of await connections({ deleted_at: PAST }))
        await sql()`
          insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
          values (${company.companyId}, ${uuidv7()}, ${ticketId}, ${contactId}, ${id}, true, 'Olá', 'queued', now())`;
    },
    spoil: refusing('messages', 'connection_id'),
  },
  'imports of contacts': {
    async plant() {
      await sql()`
        with made as (
          insert into contact_imports (company_id, state, headings, meanings, total)
          select ${company.companyId}, 'running', '{Telefone}', '{number}', 1 from generate_series(1, 2)
          returning company_id, id)
        insert into contact_import_rows (company_id, import_id, row, cells)
        select company_id, id, 2, '{5511988880001}' from made`;
    },
    spoil: refusing('contact_imports', 'id'),
  },
  'checks of numbers': {
    async plant() {
      for (const name of ['Feira', 'Banca']) {
        const { companyId, connectionId } = await createCompany(sql(), name);
        await sql()`update connections set status = 'connected' where id = ${connectionId}`;
        await holdLease(sql(), { companyId, connectionId });
        await sql()`
          with made as (insert into contact_lists (company_id, name) values (${companyId}, 'Clientes') returning id)
          insert into contact_list_items (company_id, contact_list_id, name, number)
          select ${companyId}, id, 'Maria', '5511988880001' from made`;
      }
      api.bus.answer(NUMBERS_QUESTION, async () => ({ kind: 'known', numbers: [] }));
    },
    async spoil(id) {
      const mend = await refusing('contact_list_items', 'company_id')(id);
      return async () => {
        await mend();
        // Its connection would have a pause.
        await sql()`delete from number_check_turns`;
      };
    },
  },
  'meanings of articles': {
    async plant() {
      for (const name of ['Adega', 'Empório']) {
        const { companyId } = await createCompany(sql(), name);
        await givePlan(sql(), companyId);
        await sql()`
          with made as (
            insert into prompts (company_id, name, prompt, base_url) values (${companyId}, 'Ajudante', 'Loja.', 'http://127.0.0.1:1')
            returning company_id, id)
          insert into settings (company_id, key, value)
          select company_id, 'agentHelpPrompt', id::text from made
          union all select company_id, 'embeddingModel', 'any' from made`;
        await sql()`
          insert into knowledge_articles (company_id, language, title, published) values (${companyId}, 'pt', 'Troca', true)`;
      }
    },
    async spoil(id) {
      await sql().unsafe(`alter table meaning_faults add constraint planted check (company_id <> ${id})`);
      return () => sql()`alter table meaning_faults drop constraint planted`;
    },
  },
  'campaign starts': {
    plant: () => campaigns({ status: 'PROGRAMADA', scheduled_at: PAST }),
    spoil: refusing('campaigns', 'id'),
  },
  'campaign recipients': {
    plant: () => campaigns({ status: 'EM_ANDAMENTO', taken_up_to: 0 }),
    spoil: refusing('campaigns', 'id'),
  },
  'campaign ends': {
    plant: () => campaigns({ status: 'EM_ANDAMENTO' }),
    spoil: refusing('campaigns', 'id'),
  },
  'campaign restrictions': {
    async plant() {
      for (const id of await connections({ reason: 'restricted' }))
        await campaigns({ status: 'EM_ANDAMENTO', taken_up_to: 0, connection_id: id }, 1);
    },
    spoil: refusing('campaigns', 'id'),
  },
  'campaign trials': {
    async plant() {
      const [of] = await campaigns({}, 1);
      await campaigns({ status: 'FINALIZADA', completed_at: PAST, trial_of: of });
    },
    spoil: refusing('campaigns', 'id'),
  },
  'due invoices': {
    async plant() {
      const priced = sql()`select plan_id from companies where id = ${company.companyId}`;
      await sql()`update plans set value = 100 where id = (${priced})`;
      for (const name of ['Deve', 'Deve também']) {
        const made = await createCompany(sql(), name);
        await sql()`update companies set due_date = now(), plan_id = (${priced}) where id = ${made.companyId}`;
      }
    },
    async spoil(id) {
      await sql().unsafe(`alter table invoices add constraint planted check (company_id <> ${id})`);
      return () => sql()`alter table invoices drop constraint planted`;
    },
  },
  'invoice reminders': {
    async plant() {
      for (const name of ['Lembrada', 'Lembrada também']) {
        const { companyId } = await createCompany(sql(), name);
        const owing = { email: 'dona@padaria.test', ...NOON };
        await sql()`update companies set ${sql()(owing)} where id = ${companyId}`;
        await sql()`
          insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
          select id, 'Básico', 1, 1, 1, 9900, 1, due_date from companies where id = ${companyId}`;
      }
    },
    async spoil(id) {
      const [invoiceId = ''] = id.split(':');
      await sql().unsafe(
        `alter table invoice_reminders add constraint planted check (invoice_id <> ${invoiceId})`,
      );
      return () => sql()`alter table invoice_reminders drop constraint planted`;
    },
  },
  'mailed reports': {
    async plant() {
      const { companyId, admin, ana } = company;
      await sql()`update companies set timezone = ${NOON.timezone} where id = ${companyId}`;
      await sql()`update users set profile = 'supervisor' where id = ${ana.id}`;
      for (const { id } of [admin, ana])
        await sql()`insert into report_subscriptions (company_id, user_id, period, language, since)
          values (${companyId}, ${id}, 'week', 'pt', ${PAST})`;
    },
    async spoil(id) {
      const [userId = ''] = id.split(':');
      await sql().unsafe(`alter table report_mails add constraint planted check (user_id <> ${userId})`);
      return () => sql()`alter table report_mails drop constraint planted`;
    },
  },
  'open charges': {
    async plant() {
      const [{ id } = { id: 0 }] = await sql()<{ id: string }[]>`
        insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
        values (${company.companyId}, 'Plano', 1, 1, 1, 9900, 1, '2030-01-01') returning id`;
      for (const digit of '12')
        await sql()`
          insert into charges (company_id, txid, invoice_id, gateway, look_at)
          values (${company.companyId}, ${digit.repeat(32)}, ${id}, 'efi', ${PAST})`;
    },
    spoil: refusing('charges', 'txid'),
  },
  'unused files': {
    async plant() {
      await sql()`
        with made as (
          insert into media (company_id, id, state, mime, name, size, path)
          select ${company.companyId}, gen_random_uuid(), 'stored', 'image/png', 'x', 1, ${'1/ab/'} || n
          from generate_series(1, 2) n returning company_id, id)
        insert into media_let_go (company_id, media_id, at) select company_id, id, ${PAST} from made`;
    },
    spoil: refusing('media', 'id'),
  },
  'removed files': {
    async plant() {
      await sql()`delete from removed_files`;
      for (const digit of '12')
        await sql()`insert into removed_files (company_id, path)
          values (${company.companyId}, ${`1/ab/${digit.repeat(40)}`})`;
    },
    spoil: refusing('removed_files', 'path'),
  },
  'health looks': {
    plant: () =>
      sql()`insert into health_looks (name, found, at) values ('minute', '{}', ${PAST}), ('certificate', '{}', ${PAST})`,
    spoil: refusing('health_looks', 'name'),
  },
  'old rows': {
    async plant() {
      await api.signIn(company.ana);
      await sql()`update refresh_tokens set expires_at = ${PAST}`;
      await sql()`insert into password_resets (company_id, user_id, requested_at)
        values (${company.companyId}, ${company.ana.id}, ${PAST})`;
    },
    spoil: () => refusing('refresh_tokens', 'company_id')(String(company.companyId)),
    async left() {
      const [first, other] = [
        await sql()`select from refresh_tokens`,
        await sql()`select from password_resets`,
      ];
      return [...(first.count > 0 ? ['refreshTokens'] : []), ...(other.count > 0 ? ['passwordResets'] : [])];
    },
  },
  'old rows of the feed': {
    async plant() {
      const { companyId, ana, connectionId } = company;
      const [{ id, contactId } = await createTicket(sql(), company)] = await tickets();
      await sql()`insert into schedules (company_id, id, contact_id, body, status, send_at, due_at)
        values (${companyId}, ${crypto.randomUUID()}, ${contactId}, 'Olá', 'ENVIADA', ${PAST}, ${PAST})`;
      const noteId = uuidv7();
      await sql()`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type,
          state, read, created_at)
        values (${companyId}, ${noteId}, ${id}, ${contactId}, ${connectionId}, true, 'veja', 'note', 'local', true,
          ${PAST})`;
      await sql()`insert into mentions (company_id, source, message_id, ticket_id, user_id, created_at)
        values (${companyId}, 'note', ${noteId}, ${id}, ${ana.id}, ${PAST})`;
    },
    spoil: () => refusing('schedules', 'company_id')(String(company.companyId)),
    async left() {
      const [schedules, mentions] = [
        await sql()`select from schedules where send_at = ${PAST}`,
        await sql()`select from mentions`,
      ];
      return [...(schedules.count > 0 ? ['schedules'] : []), ...(mentions.count > 0 ? ['mentions'] : [])];
    },
  },
  'abandoned files': {
    async plant() {
      for (const text of ['um', 'dois'])
        await api.deps.storage.put(company.companyId, Buffer.from(text), { limit: 10 });
    },
    spoil: notAFile(''),
  },
  'abandoned pieces': {
    async plant() {
      for (const name of ['um', 'dois']) {
        const file = api.deps.storage.piecemeal(company.companyId, name);
        const bytes = (async function* () {
          yield Buffer.from(name);
        })();
        await file.append(bytes, { at: 0, limit: 10 });
      }
    },
    spoil: notAFile('incoming/pieces'),
  },
  'removed companies': {
    plant: () => sql()`
      insert into removed_companies (id, at) values (900001, ${PAST}), (900002, ${PAST})`,
    spoil: refusing('removed_companies', 'id'),
  },
  'announcement news': {
    plant: () => sql()`insert into announcements (title, text) values ('Um', 'Um'), ('Dois', 'Dois')`,
    spoil: refusing('announcement_news', 'announcement_id'),
  },
  'old feeds': {
    async plant() {
      await createCompany(sql(), 'Loja');
      await sql()`update change_log set at = ${PAST}`;
    },
    spoil: refusing('change_log', 'company_id'),
  },
  wishes: {
    async plant() {
      const place = join(api.deps.config.dataDir, 'backups');
      await mkdir(place);
      await writeFile(join(place, 'config'), '');
      const env = { DATA_DIR: '/elsewhere', BACKUP_TO: place, BACKUP_PASSWORD_FILE: '/words' };
      api.deps.config.backup = loadConfig(env).backup;
      for (const { companyId } of [company, await createCompany(sql(), 'Vizinha')])
        await sql()`
          insert into wishes (company_id, kind, said_by, hashes) values (${companyId}, 'optOut', 'contact', '{}')`;
    },
    spoil: refusing('wishes', 'company_id'),
  },
};

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    mail = await startMailServer();
    api = await startApi({ env: { SMTP_URL: mail.url, PUBLIC_URL: 'https://desk.test' } });
    company = await createCompany(api.database.admin, 'Padaria');
    await givePlan(api.database.admin, company.companyId);
    await sql()`update connections set status = 'connected', updated_at = ${PAST}`;
  });
  afterAll(async () => {
    await api.stop();
    await mail.stop();
  });
}
