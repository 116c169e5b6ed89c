import { saveCampaignSettings } from '@balcao/shared/features/campaign-settings/calls.ts';
import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createCompany, givePlan } from '../../../test/fixtures.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';

/** Campaigns from the list to the phones of a simulated WhatsApp, and what these answer. */

export let world: LocalWorld;
/** The process that holds the company's session; a test may stop it, and start another. */
export let sessions: SessionProcess;
export let api: TestApi;
export let company: PhoneCompany;
export let token: string;

export const sql = () => world.database.admin;

/** Phones, and a list that has them. */
export async function people(names: readonly string[], more: Record<string, unknown> = {}) {
  const [list] = await sql()`
    insert into contact_lists (company_id, name) values (${company.companyId}, ${`Lista ${uuidv7()}`}) returning id`;
  const numbers: string[] = [];
  for (const name of names) {
    const number = newNumber();
    numbers.push(number);
    await world.sandbox.commands.createPhone({ number, name, receipts: 'read' });
    await sql()`insert into contact_list_items ${sql()({
      company_id: company.companyId,
      contact_list_id: list?.id,
      name,
      number,
      email: `${name.toLowerCase()}@exemplo.com`,
      is_whatsapp_valid: true,
      whatsapp_number: number,
      check_due: false,
      ...more,
    })}`;
  }
  return { contactListId: Number(list?.id), numbers };
}

export const begin = async (fields: object) => {
  const campaign = await api.call(contracts.createCampaign, {
    token,
    body: {
      name: 'Sábado',
      whatsappId: company.connectionId,
      message1: 'Olá {nome}, hoje tem {oferta} {outra}',
      scheduledAt: new Date().toISOString(),
      ...fields,
    },
  });
  await api.run('campaign starts');
  await api.run('campaign recipients');
  return campaign.id;
};
export const report = (campaignId: number) =>
  api.call(contracts.getCampaignReport, { token, params: { campaignId } });
export const received = async (number: string) =>
  (await world.sandbox.commands.ledger({ number }))
    .filter(({ from, to }) => from === company.phone && to === number)
    .map(({ text }) => text);
export const say = (from: string, text: string) =>
  world.sandbox.commands.send({ kind: 'text', from, to: company.phone, text });
export const ticketOf = async (number: string) =>
  (
    await sql()`
      select t.id::int, t.status, t.last_message as last from tickets t join contacts c on c.id = t.contact_id
      where t.company_id = ${company.companyId} and c.number = ${number}`
  )[0];

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase(), env: { BALCAO_CAMPAIGN_PACE_MS: '10' } });
    api = await startApi({ beside: world });
    sessions = await world.startSessions();
    // The operator's own company is never overdue.
    await createCompany(sql(), 'Operadora');
  });
  afterAll(async () => {
    await api.stop();
    await world.stop();
  });
  beforeEach(async () => {
    company = await world.addCompany();
    await givePlan(sql(), company.companyId);
    await company.link();
    token = await api.signIn(company.admin);
    await api.call(saveCampaignSettings, {
      token,
      body: {
        messageInterval: 0,
        longerIntervalAfter: 0,
        greaterInterval: 0,
        variables: [{ key: 'oferta', value: 'bolo' }],
      },
    });
  });
}
