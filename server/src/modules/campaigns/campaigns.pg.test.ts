import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import type { CampaignStatus } from '@balcao/shared/features/campaigns/row.ts';
import { CAMPAIGN_MOVES } from '@balcao/shared/features/campaigns/rules.ts';
import { updateCompany } from '@balcao/shared/features/companies/calls.ts';
import { deleteContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, givePlan, insertedId } from '../../../test/fixtures.ts';
import { createChance } from '../../../test/nemesis/random.ts';
import { PICTURE } from '../../../test/picture.ts';
import { SEED } from '../../../test/sample.ts';

/** What people may do with campaigns, and when. What leaves: conversation/campaign-sender.pg.test.ts. */

let api: TestApi;
let company: CompanyFixture;
let operator: CompanyFixture;
let token: string;
let companies = 0;
let listId: number;

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(api.deps.clock().getTime() + hours * HOUR);

beforeAll(async () => {
  api = await startApi();
  operator = await createCompany(api.admin, 'Operadora');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.admin, `Loja ${++companies}`);
  await givePlan(api.admin, company.companyId, { campaigns: 2 });
  token = await api.signIn(company.admin);
  listId = await list([{ name: 'Ana', number: '5511988880001' }]);
});

async function list(people: Record<string, unknown>[]): Promise<number> {
  const id = await insertedId(api.admin`
    insert into contact_lists (company_id, name) values (${company.companyId}, ${crypto.randomUUID()}) returning id`);
  for (const person of people)
    await api.admin`insert into contact_list_items ${api.admin({
      company_id: company.companyId,
      contact_list_id: id,
      email: '',
      is_whatsapp_valid: true,
      ...person,
    })}`;
  return id;
}

const fields = (more: object = {}) => ({
  name: 'Sábado',
  contactListId: listId,
  whatsappId: company.connectionId,
  message1: 'Olá {nome}',
  ...more,
});
const create = (more: object = {}) => api.call(contracts.createCampaign, { token, body: fields(more) });
const at = (campaignId: number, body?: object) => ({
  token,
  params: { campaignId },
  ...(body ? { body } : {}),
});
const statusOf = async (campaignId: number) => (await api.call(contracts.getCampaign, at(campaignId))).status;

describe('the schedule', () => {
  it('decides whether it is scheduled, and is what the wall of the company shows', async () => {
    expect(await create()).toMatchObject({ status: 'INATIVA', scheduledAt: null, message2: null });
    const day = inHours(48).toISOString().slice(0, 10);
    const planned = await create({ scheduledAt: `${day} 09:00:00` });
    expect(planned).toMatchObject({ status: 'PROGRAMADA', scheduledAt: `${day}T12:00:00.000Z` });
    expect(await api.call(contracts.updateCampaign, at(planned.id, { scheduledAt: null }))).toMatchObject({
      status: 'INATIVA',
    });
  });

  it('is not in the past, nor in ten years, nor on a day that no calendar has', async () => {
    const refuse = (scheduledAt: string) =>
      api.refused('ERR_CAMPAIGN_SCHEDULE', contracts.createCampaign, {
        token,
        body: fields({ scheduledAt }),
      });
    await refuse(inHours(-1).toISOString());
    await refuse(inHours(24 * 3_650).toISOString());
    await api.refused('ERR_VALIDATION', contracts.createCampaign, {
      token,
      body: fields({ scheduledAt: '2027-02-30 09:00:00' }),
    });
  });

  it('begins once, an hour before which nothing changes any more, overdue ones too', async () => {
    const { id } = await create({ scheduledAt: inHours(2).toISOString() });
    await api.call(contracts.updateCampaign, at(id, { name: 'Domingo' }));
    await api.call(contracts.updateCampaign, at(id, { scheduledAt: inHours(0.5).toISOString() }));
    await api.refused('ERR_CAMPAIGN_NOT_EDITABLE', contracts.updateCampaign, at(id, { name: 'Não' }));
    await Promise.all([api.run('campaign starts', inHours(72)), api.run('campaign starts', inHours(72))]);
    expect(await statusOf(id)).toBe('EM_ANDAMENTO');
    await api.run('campaign recipients');
    await api.run('campaign recipients');
    expect(await api.call(contracts.getCampaignReport, at(id))).toMatchObject({
      total: 1,
      states: { queued: 1 },
    });
    await api.refused('ERR_CAMPAIGN_RUNNING', contracts.deleteCampaign, at(id));
  });

  it('says why it was cancelled when its list is gone at that time', async () => {
    const { id } = await create({ scheduledAt: inHours(2).toISOString() });
    await api.call(deleteContactList, { token, params: { contactListId: listId } });
    await api.run('campaign starts', inHours(3));
    expect(await api.call(contracts.getCampaign, at(id))).toMatchObject({
      status: 'CANCELADA',
      pausedReason: 'noList',
      contactListId: null,
    });
    await api.refused('ERR_CAMPAIGN_INCOMPLETE', contracts.restartCampaign, at(id));
  });
});

describe('what it needs', () => {
  it('is a list, a connection and words, once it has a time', async () => {
    const scheduledAt = inHours(2).toISOString();
    for (const without of [
      { contactListId: '' },
      { whatsappId: null },
      { message1: '' },
      { confirmation: true, confirmationMessage1: ' ' },
    ])
      await api.refused('ERR_CAMPAIGN_INCOMPLETE', contracts.createCampaign, {
        token,
        body: fields({ scheduledAt, ...without }),
      });
    await create({ contactListId: '', whatsappId: null, message1: null });
  });

  it('is room in the plan, which counts what is scheduled or under way', async () => {
    const scheduledAt = inHours(2).toISOString();
    await create({ scheduledAt });
    await create({ scheduledAt });
    await create();
    const { params } = await api.refused('ERR_PLAN_LIMIT_CAMPAIGNS', contracts.createCampaign, {
      token,
      body: fields({ scheduledAt }),
    });
    expect(params).toEqual({ limit: 2 });
  });

  it('is what the plan and the operator allow, and a role', async () => {
    const ana = await api.signIn(company.ana);
    await api.refused('ERR_NO_PERMISSION', contracts.createCampaign, { token: ana, body: fields() });
    const boss = await api.signIn(operator.admin);
    await api.admin`update users set super = true where id = ${operator.admin.id}`;
    await api.call(updateCompany, {
      token: boss,
      params: { companyId: company.companyId },
      body: { campaignsEnabled: false },
    });
    await api.refused('ERR_PLAN_FEATURE_OFF', contracts.listCampaigns, { token });
  });

  it('is nothing of another company', async () => {
    const other = await createCompany(api.admin, `Outra ${companies}`);
    await api.refused('ERR_NO_WAPP_FOUND', contracts.createCampaign, {
      token,
      body: fields({ whatsappId: other.connectionId }),
    });
  });
});

it('makes a list of the people who carry a tag, once', async () => {
  const tagId = await insertedId(api.admin`
    insert into tags (company_id, name, color) values (${company.companyId}, 'Fiel', '#aa0000') returning id`);
  const made = await create({ contactListId: null, tagListId: tagId });
  expect(made.contactList).toMatchObject({ name: 'Fiel', contactsCount: 0 });
  const same = await api.call(
    contracts.updateCampaign,
    at(made.id, { tagListId: tagId, name: 'Outro nome' }),
  );
  expect(same.contactListId).toBe(made.contactListId);
});

it('a dry run counts who is left out and why, and shows the first as they would read it', async () => {
  const contact = (number: string, more: object) => api.admin`
    with contact as (
      insert into contacts ${api.admin({ company_id: company.companyId, name: 'X', number, ...more })} returning id)
    insert into contact_identities (company_id, kind, value, contact_id)
    select ${company.companyId}, 'phone', ${number}, id from contact`;
  await contact('5511988880003', { opted_out_at: new Date(), opted_out_by: 'contact' });
  await contact('5511988880004', { blocked: true });
  listId = await list([
    { name: 'Ana', number: '5511988880001', email: 'ana@exemplo.com' },
    { name: 'Sem', number: '5511988880002', is_whatsapp_valid: false },
    { name: 'Fora', number: '5511988880003' },
    { name: 'Bloqueada', number: '5511988880004' },
    { name: 'Nova', number: '5511988880005', is_whatsapp_valid: null },
    { name: 'Uma', number: '5215588880006', whatsapp_number: '525588880006' },
    { name: 'Duas', number: '525588880006', whatsapp_number: '525588880006' },
    { name: '{email}', number: '5511988880007', email: 'x@exemplo.com' },
  ]);
  const { id } = await create({ message1: 'Oi {nome} {numero} {e-mail} {x', quietDays: 7 });
  const dry = await api.call(contracts.dryRunCampaign, at(id));
  expect(dry).toMatchObject({
    total: 8,
    recipients: 3,
    leftOut: { noWhatsapp: 1, optedOut: 1, blocked: 1, unchecked: 1, duplicate: 1, recent: 0 },
    samples: [
      { text: 'Oi Ana 5511988880001 ana@exemplo.com {x' },
      { text: 'Oi Uma 5215588880006  {x' },
      { text: 'Oi {email} 5511988880007 x@exemplo.com {x' },
    ],
  });
  const says = (basis: object) => api.admin`
    update contact_lists set basis = ${api.admin.json(basis as never)} where id = ${listId}`;
  const consent = { kind: 'consent', givenOn: '2026-01-31', source: 'Feira' };
  await says(consent);
  expect(await api.call(contracts.getCampaign, at(id))).toMatchObject({ listBasis: consent });
  // What is frozen is what was shown.
  await api.call(contracts.updateCampaign, at(id, { scheduledAt: api.deps.clock().toISOString() }));
  await api.run('campaign starts');
  await api.run('campaign recipients');
  const frozen = await api.admin`
    select body, state, reason from campaign_recipients where campaign_id = ${id} order by id`;
  expect(frozen.filter(({ state }) => state === 'queued').map(({ body }) => body)).toEqual(
    dry.samples.map(({ text }) => text),
  );
  expect(frozen.filter(({ state }) => state === 'skipped')).toHaveLength(5);
  await says({ kind: 'customer' });
  expect(await api.call(contracts.getCampaignReport, at(id))).toMatchObject({
    campaign: { listBasis: consent },
  });
  // A list that is emptied meanwhile changes nothing.
  await api.admin`delete from contact_list_items where contact_list_id = ${listId}`;
  expect(await api.call(contracts.getCampaignReport, at(id))).toMatchObject({ total: 8, valid: 6 });
  await api.admin`
    update campaign_recipients set state = 'read', sent_at = now(), delivered_at = now(), read_at = now()
    where id = (select min(id) from campaign_recipients where campaign_id = ${id} and state = 'queued')`;
  const draft = await create();
  const foreign = await createCompany(api.admin, `Outra ${companies}`);
  await givePlan(api.admin, foreign.companyId);
  const query = { campaignIds: JSON.stringify([id, draft.id]) };
  expect(await api.call(contracts.listCampaignFigures, { token, query })).toEqual({
    figures: [{ id, recipients: 3, done: 1, sent: 1, read: 1, answered: 0 }],
  });
  const other = await api.signIn(foreign.admin);
  expect(await api.call(contracts.listCampaignFigures, { token: other, query })).toEqual({ figures: [] });
  const { recipients } = await api.call(contracts.listRecipients, {
    ...at(id),
    query: { state: 'skipped', searchParam: 'fora' },
  });
  expect(recipients).toMatchObject([{ name: 'Fora', reason: 'optedOut', ticketUuid: null }]);
});

it('carries a file, which goes with it', async () => {
  const { id } = await create();
  const withFile = await api.call(contracts.uploadCampaignMedia, {
    ...at(id),
    body: PICTURE,
    headers: { 'content-type': 'image/png', 'x-file-name': 'bolo.png' },
  });
  expect(withFile).toMatchObject({ mediaName: 'bolo.png', mediaPath: `/media/${withFile.media?.id}` });
  expect(await api.call(contracts.removeCampaignMedia, at(id))).toMatchObject({ mediaPath: null });
});

describe('its statuses', () => {
  const MOVES: Record<string, (id: number) => Promise<unknown>> = {
    schedule: (id) => api.send(contracts.updateCampaign, at(id, { scheduledAt: inHours(2).toISOString() })),
    unschedule: (id) => api.send(contracts.updateCampaign, at(id, { scheduledAt: null })),
    cancel: (id) => api.send(contracts.cancelCampaign, at(id)),
    restart: (id) => api.send(contracts.restartCampaign, at(id)),
    resume: (id) => api.send(contracts.resumeCampaign, at(id)),
    retry: (id) => api.send(contracts.retryCampaign, at(id)),
    start: () => api.run('campaign starts', inHours(3)),
    take: () => api.run('campaign recipients'),
    end: () => api.run('campaign ends'),
    fail: (id) => api.admin`
      update campaign_recipients set state = 'failed' where campaign_id = ${id} and state = 'queued'`,
  };

  it('change only as they may, whatever is done in whatever order', { timeout: 60_000 }, async () => {
    const chance = createChance(SEED);
    const { id } = await create();
    // What the server does comes oftener than what people do.
    const names = [...Object.keys(MOVES), 'start', 'take', 'fail', 'end', 'end'];
    let status: CampaignStatus = 'INATIVA';
    const seen = new Set<CampaignStatus>([status]);
    for (let step = 0; step < 250; step += 1) {
      const name = chance.pick(names);
      await MOVES[name]?.(id);
      const next = await statusOf(id);
      const allowed: readonly CampaignStatus[] = CAMPAIGN_MOVES[status];
      expect(next === status || allowed.includes(next), `${status} → ${next} by ${name}`).toBe(true);
      status = next;
      seen.add(status);
    }
    expect([...seen].toSorted()).toEqual([
      'CANCELADA',
      'EM_ANDAMENTO',
      'FINALIZADA',
      'INATIVA',
      'PROGRAMADA',
    ]);
  });
});
