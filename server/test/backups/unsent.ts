import { resumeCampaign } from '@balcao/shared/features/campaigns/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { holdAfterRestore } from '../../src/backup/after-restore.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { addMessage, addTicket } from '../../src/sync/testing/data.ts';
import type { SyncApi } from '../../src/sync/testing/sync-api.ts';
import { type CompanyFixture, givePlan } from '../fixtures.ts';

/** What is on its way to customers at the moment of a backup, and leaves afterwards. */

/** A message without an id yet, one under its id, a schedule that is due, a campaign under way and one that will be. */
export async function addUnsent({ admin, db }: SyncApi, company: CompanyFixture): Promise<void> {
  const { companyId, connectionId } = company;
  await givePlan(admin, companyId);
  const ticket = await addTicket(db, company, { queueId: company.queues.support, name: 'Espera' });
  for (const [body, waId] of [
    ['Na fila', null],
    ['A caminho', '3EB0A1'],
  ] as const) {
    const id = await addMessage(db, company, ticket, body);
    await admin`update messages set from_me = true, state = ${waId ? 'sending' : 'queued'}, wa_id = ${waId} where id = ${id}`;
  }
  // Not yet due while this server works, and long since when it is restored.
  const soon = new Date(Date.now() + 3_000);
  await admin`
    insert into schedules (company_id, id, contact_id, body, send_at, due_at)
    values (${companyId}, ${uuidv7()}, ${ticket.contactId}, 'Agendada', ${soon}, ${soon})`;
  for (const status of ['EM_ANDAMENTO', 'PROGRAMADA'])
    await admin`
      with campaign as (
        insert into campaigns (company_id, name, status, connection_id, messages, confirmation_messages, scheduled_at)
        values (${companyId}, ${status}, ${status}, ${connectionId}, '{Oi,"","","",""}', '{"","","","",""}', ${soon})
        returning company_id, id)
      insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, known,
        state)
      select company_id, id, 'Somebody', '5511999990000', '5511999990000', 1, 'Oi', true, 'queued' from campaign`;
}

/** The server that will be lost sends it all. */
export async function letGo({ admin }: SyncApi): Promise<void> {
  await admin`update messages set state = 'sent' where state in ('queued', 'sending')`;
  await admin`update schedules set status = 'ENVIADA', sent_at = now()`;
  await admin`update campaigns set status = 'FINALIZADA', completed_at = now()`;
}

/** Nobody sends by itself what has left; what has its id goes on, and arrives once. */
export async function expectHeld({ admin }: SyncApi): Promise<void> {
  const messages = await admin`
    select body, state, error_code from messages where from_me order by created_at`;
  const schedules = await admin`select status, error_code from schedules`;
  const campaigns = await admin`select name, status, paused_reason from campaigns order by id`;
  expect([...messages, ...schedules, ...campaigns]).toEqual([
    { body: 'Na fila', state: 'failed', error_code: 'ERR_SEND_RESTORED' },
    { body: 'A caminho', state: 'sending', error_code: null },
    { status: 'ERRO', error_code: 'ERR_SEND_RESTORED' },
    { name: 'EM_ANDAMENTO', status: 'EM_ANDAMENTO', paused_reason: 'restored' },
    { name: 'PROGRAMADA', status: 'CANCELADA', paused_reason: 'restored' },
  ]);
}

/** Somebody has decided that it goes out: no later start holds it again. */
export async function sendAgain(server: SyncApi, company: CompanyFixture): Promise<void> {
  await server.admin`update messages set state = 'queued', error_code = null where body = 'Na fila'`;
  const [campaign] = await server.admin<
    { id: number }[]
  >`select id from campaigns where name = 'EM_ANDAMENTO'`;
  const token = await server.signIn(company.admin);
  await server.call(resumeCampaign, { token, params: { campaignId: campaign?.id ?? 0 } });
}

export async function expectWaiting({ admin }: SyncApi): Promise<void> {
  const [row] = await admin`
    select m.state, c.paused_reason from messages m, campaigns c where m.body = 'Na fila' and c.name = 'EM_ANDAMENTO'`;
  expect(row).toEqual({ state: 'queued', paused_reason: null });
}

/** As each process does before it works. */
export async function noticeRestore(url: string): Promise<void> {
  const db = openDatabase({ url, name: 'balcao-test', poolSize: 2, onCommit: () => {} });
  await holdAfterRestore(db, { log: createLog({ logLevel: 'silent' }) });
  await db.close();
}
