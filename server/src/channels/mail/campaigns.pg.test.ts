import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import { createConnection, getConnection } from '@balcao/shared/features/connections/calls.ts';
import { updateContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import { createContact, updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { createCompany, givePlan } from '../../../test/fixtures.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { PICTURE } from '../../../test/picture.ts';
import { type MailPair, startMailPair } from '../../../test/services/mail-pair.ts';
import { mailPeople } from '../../../test/services/mail-people.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';

/** Campaigns by e-mail, at a real Dovecot and a real Exim: whom they reach, and how these leave. */

const SHOP = 'contato@loja.test';
const PUBLIC_URL = 'https://balcao.example';
const CONSENT = { kind: 'consent', givenOn: '2026-01-15', source: 'formulário do site' } as const;

let pair: MailPair;
let world: LocalWorld;
let api: TestApi;
let company: PhoneCompany;
let admin: string;
let people: ReturnType<typeof mailPeople>;
let shopId = 0;
/** The process that holds the mailbox's session. */
let sessions: SessionProcess;

beforeAll(async () => {
  pair = await startMailPair();
  people = mailPeople(pair, SHOP);
  const env = { OUTGOING_ALLOW: pair.addresses.join(','), PUBLIC_URL };
  world = await startWorld({
    database: createTestDatabase(),
    env: { ...env, BALCAO_CAMPAIGN_PACE_MS: '10' },
  });
  api = await startApi({ beside: world, env });
  // The operator's own company is never overdue.
  await createCompany(sql(), 'Operadora');
  company = await world.addCompany();
  await givePlan(sql(), company.companyId);
  admin = await api.signIn(company.admin);
  sessions = await world.startSessions();
  const made = await api.call(createConnection, {
    body: { kind: 'mail', name: 'Loja', credentials: { ...pair.credentialsOf(SHOP), tagged: true } },
    token: admin,
  });
  shopId = made.id;
  await eventually(
    () => api.call(getConnection, { params: { whatsappId: shopId }, token: admin }),
    ({ status }) => status === 'connected',
  );
});
afterAll(async () => {
  await api.stop();
  await world.stop();
  await pair.stop();
});

const sql = () => world.database.admin;
let made = 0;
/** Nobody else has this address. */
const newAddress = (name: string) => `${name.toLowerCase()}-${++made}@casa.test`;

/** People with these addresses, none of whom WhatsApp knows. */
async function list(emails: readonly string[], basis: object | null = CONSENT) {
  const [row] = await sql()`
    insert into contact_lists (company_id, name, basis)
    values (${company.companyId}, ${`Lista ${uuidv7()}`}, ${basis && sql().json({ ...basis })}) returning id`;
  for (const [place, email] of emails.entries())
    await sql()`insert into contact_list_items (company_id, contact_list_id, name, number, email, is_whatsapp_valid)
      values (${company.companyId}, ${row?.id}, ${`Pessoa ${place}`}, ${newNumber()}, ${email}, false)`;
  return Number(row?.id);
}

const TEXT = 'Ofertas de *sábado*, {nome}\n\nBolo de fubá a R$ 12.';

async function begin(fields: object) {
  const { id } = await api.call(contracts.createCampaign, {
    token: admin,
    body: {
      name: 'Sábado',
      whatsappId: shopId,
      message1: TEXT,
      scheduledAt: new Date().toISOString(),
      ...fields,
    },
  });
  await api.run('campaign starts');
  await api.run('campaign recipients');
  return id;
}
const report = (campaignId: number) =>
  api.call(contracts.getCampaignReport, { token: admin, params: { campaignId } });
const until = (id: number, isDone: (now: Awaited<ReturnType<typeof report>>) => boolean) =>
  eventually(() => report(id), isDone, 20_000);
const got = (address: string, count: number) =>
  eventually(
    () => people.lettersOf(address),
    ({ length }) => length >= count,
    20_000,
  );
const askAt = (link: string, method: 'GET' | 'POST', headers: Record<string, string> = {}) =>
  api.app.inject({
    method,
    url: link.replace(PUBLIC_URL, ''),
    headers,
    ...(method === 'POST' ? { payload: 'List-Unsubscribe=One-Click' } : {}),
  });

/** The fields of a mail's head as they were sent. */
async function headOf(address: string) {
  return people.within(address, async (client) => {
    await client.mailboxOpen('INBOX');
    const { source } = (await client.fetchOne('*', { source: true })) || {};
    const head = (source ?? Buffer.alloc(0)).toString().split('\r\n\r\n')[0] ?? '';
    const fields = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    return new Map(fields.map((field) => [field.split(':')[0], field.slice(field.indexOf(':') + 1).trim()]));
  });
}

async function linkIn(address: string): Promise<string> {
  const said = (await headOf(address)).get('List-Unsubscribe') ?? '';
  return /<(https:[^>]+)>/.exec(said)?.[1] ?? '';
}

it('reaches each address once, with the first line as its subject, a way out for people and one for their programs', async () => {
  const [ana, bia] = [newAddress('Ana'), newAddress('Bia')] as const;
  const contactListId = await list([ana, bia.toUpperCase(), ana, '']);
  const dry = await api.call(contracts.createCampaign, {
    token: admin,
    body: { name: 'Ensaio', whatsappId: shopId, contactListId, message1: TEXT },
  });
  const outlook = await api.call(contracts.dryRunCampaign, { params: { campaignId: dry.id }, token: admin });
  expect(outlook).toMatchObject({ total: 4, recipients: 2, leftOut: { duplicate: 1, noAddress: 1 } });
  expect(outlook.samples.map(({ number }) => number)).toEqual([ana, bia]);

  const id = await begin({ contactListId });
  const done = await until(id, ({ sent }) => sent === 2);
  expect(done).toMatchObject({ valid: 3, skipped: { duplicate: 1, noAddress: 1, noWhatsapp: 0 } });
  const [letter] = await got(ana, 1);
  expect(letter?.subject).toBe('Ofertas de sábado, Pessoa 0');
  const link = await linkIn(ana);
  expect(letter?.text).toBe(`Bolo de fubá a R$ 12.\n\nPara não receber mais e-mails como este: ${link}`);
  expect(letter?.html).toContain(`href="${link}"`);
  const head = await headOf(ana);
  expect(head.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(head.get('List-Unsubscribe')).toMatch(/, <mailto:contato\+[\da-z]+@loja\.test\?subject=SAIR>$/);
  expect(await people.lettersOf(ana)).toHaveLength(1);
  expect(await got(bia, 1)).toHaveLength(1);
});

it('goes to people alone who have said yes to it, also when the list says otherwise meanwhile', async () => {
  const contactListId = await list([newAddress('Caio')], { kind: 'customer' });
  const body = { name: 'Sem base', whatsappId: shopId, contactListId, message1: TEXT };
  const now = { ...body, scheduledAt: new Date().toISOString() };
  await api.refused('ERR_CAMPAIGN_NEEDS_CONSENT', contracts.createCampaign, { token: admin, body: now });
  const params = { contactListId };
  await api.call(updateContactList, { params, token: admin, body: { basis: CONSENT } });
  const { id } = await api.call(contracts.createCampaign, { token: admin, body: now });
  await api.call(updateContactList, { params, token: admin, body: { basis: { kind: 'customer' } } });
  await api.run('campaign starts');
  await api.run('campaign recipients');
  await api.run('campaign ends');
  expect(await report(id)).toMatchObject({
    sent: 0,
    skipped: { noConsent: 1 },
    campaign: { status: 'FINALIZADA' },
  });
});

it('asks whoever opens the link, in their language, and lets them go at one click, once and for all', async () => {
  const dora = newAddress('Dora');
  const contactListId = await list([dora]);
  const id = await begin({ contactListId });
  await got(dora, 1);
  const link = await linkIn(dora);
  const pages = ['pt', 'en', 'es'].map((language) => askAt(link, 'GET', { 'accept-language': language }));
  for (const [place, words] of ['Não quero mais receber', 'Unsubscribe', 'No quiero recibir más'].entries()) {
    const page = await pages[place];
    expect(page?.statusCode).toBe(200);
    expect(page?.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page?.body).toContain(words);
    expect(page?.body).toContain(dora);
  }
  expect(await report(id)).toMatchObject({ optOuts: 0 });

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
    const answer = await askAt(link, 'POST', { 'content-type': type });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Pronto');
  }
  expect(await report(id)).toMatchObject({ optOuts: 1 });
  // The address itself stands nowhere among those who have left.
  const { companyId } = company;
  const kept = await sql()`select hash from opt_outs where company_id = ${companyId}`;
  expect(kept).toHaveLength(1);
  // A restore of an earlier backup is to know it too.
  const [wish] = await sql()`select kind, hashes from wishes where company_id = ${companyId}`;
  expect(wish).toEqual({ kind: 'optOut', hashes: kept.map(({ hash }) => hash) });

  const next = await begin({ contactListId, message1: 'Outra vez' });
  await api.run('campaign ends');
  expect(await report(next)).toMatchObject({ sent: 0, skipped: { optedOut: 1 } });
});

it('knows none but its own links, whole and of the company that they name', async () => {
  const eva = newAddress('Eva');
  await begin({ contactListId: await list([eva]) });
  await got(eva, 1);
  const link = await linkIn(eva);
  const other = await createCompany(sql(), 'Outra');
  const token = link.split('/').at(-1) ?? '';
  const stolen = token.replace(/^\d+/, String(other.companyId));
  for (const wrong of [stolen, token.slice(0, -2), `${company.companyId}.AAAA`, 'nada', '%00'])
    for (const method of ['GET', 'POST'] as const)
      expect(await askAt(`${PUBLIC_URL}/unsubscribe/${wrong}`, method), wrong).toMatchObject({
        statusCode: 404,
      });
});

it('hears SAIR in an answer, and in the mail that a program sends by the other address of the head', async () => {
  const [fabi, gil, iara] = [newAddress('Fabi'), newAddress('Gil'), newAddress('Iara')] as const;
  const contactListId = await list([fabi, gil, iara]);
  const id = await begin({ contactListId });
  const [letter] = await got(fabi, 1);
  await people
    .customer(fabi, 'Fabi')
    .says('SAIR', { quote: letter?.id ?? '', subject: `Re: ${letter?.subject}` });
  await got(gil, 1);
  await people.customer(gil, 'Gil').says('', { subject: 'SAIR' });
  await got(iara, 1);
  await people
    .customer(iara, 'Iara')
    .says('Este e-mail foi enviado pelo seu programa de e-mail.', { subject: 'SAIR' });
  await until(id, ({ optOuts }) => optOuts === 3);
  const known = await sql()`
    select k.opted_out_by, exists (select from tickets t where t.company_id = k.company_id and t.contact_id = k.id) as has_ticket
    from contact_identities i join contacts k on k.company_id = i.company_id and k.id = i.contact_id
    where i.kind = 'email' and i.value in (${fabi}, ${gil}, ${iara})`;
  expect(known).toEqual([1, 2, 3].map(() => ({ opted_out_by: 'contact', has_ticket: false })));
  const next = await begin({ contactListId, message1: 'Outra vez' });
  await api.run('campaign ends');
  expect(await report(next)).toMatchObject({ skipped: { optedOut: 3 } });
});

it('any other answer opens a conversation that begins with what the campaign has said', async () => {
  const hugo = newAddress('Hugo');
  const id = await begin({ contactListId: await list([hugo]) });
  const [letter] = await got(hugo, 1);
  await people.customer(hugo, 'Hugo').says('Quero dois', { quote: letter?.id ?? '', subject: 'Re: Ofertas' });
  await until(id, ({ answered }) => answered === 1);
  const said = await sql()`
    select m.from_me, m.body from contact_identities i
    join messages m on m.company_id = i.company_id and m.contact_id = i.contact_id and m.media_type = 'chat'
    where i.kind = 'email' and i.value = ${hugo} order by m.created_at, m.id`;
  expect(said.map(({ body }) => body)).toEqual([
    'Ofertas de *sábado*, Pessoa 0\n\nBolo de fubá a R$ 12.',
    'Re: Ofertas\n\nQuero dois',
  ]);
});

it('keeps the answers of programs beside it, of whom a conversation that somebody begins tells', async () => {
  const [rui, ada] = [newAddress('Rui'), newAddress('Ada')] as const;
  const id = await begin({ contactListId: await list([rui, ada]) });
  const [letter] = await got(rui, 1);
  const away = people.customer(rui, 'Rui');
  const quote = letter?.id ?? '';
  await away.says('Volto na segunda', { quote, subject: 'Ausente', isAutomatic: true, picture: PICTURE });
  // What a program sends by itself answers nothing: a bill opens a conversation.
  await people.customer(ada, 'Ada').says('Sua fatura', { subject: 'Fatura', isAutomatic: true });
  const said = (address: string) => sql()`
    select m.body from contact_identities i
    join messages m on m.company_id = i.company_id and m.contact_id = i.contact_id and m.state <> 'local'
    where i.kind = 'email' and i.value = ${address} order by m.created_at, m.id`;
  await eventually(
    () => said(ada),
    ({ length }) => length > 0,
    20_000,
  );
  const kept = await sql()`
    select a.body from campaign_replies a join campaign_recipients r on r.company_id = a.company_id and r.id = a.recipient_id
    where r.campaign_id = ${id}`;
  expect(kept).toEqual([{ body: 'Ausente\n\nVolto na segunda' }]);
  expect(await said(rui)).toEqual([]);
  expect(await report(id)).toMatchObject({ answered: 1 });
  await away.says('Voltei. Quero dois', { quote, subject: 'Re: Ofertas' });
  await until(id, ({ answered }) => answered === 2);
  expect((await said(rui)).map(({ body }) => body)).toEqual([
    expect.stringContaining('Ofertas de'),
    'Ausente\n\nVolto na segunda',
    'Re: Ofertas\n\nVoltei. Quero dois',
  ]);
  // Beside a conversation it stays in that, and the wish to be left alone is heard.
  await away.says('', { subject: 'SAIR', isAutomatic: true });
  await until(id, ({ optOuts }) => optOuts === 1);
});

it('goes first to whoever has written before, wherever the list has them', async () => {
  const [otto, pia] = [newAddress('Otto'), newAddress('Pia')] as const;
  await people.customer(pia, 'Pia').says('Bom dia');
  await eventually(
    () => sql()`
      select from contact_identities i join messages m on m.company_id = i.company_id and m.contact_id = i.contact_id
      where i.kind = 'email' and i.value = ${pia}`,
    ({ length }) => length > 0,
  );
  const id = await begin({ contactListId: await list([otto, pia]) });
  await until(id, ({ sent }) => sent === 2);
  const order =
    await sql()`select number from campaign_recipients where campaign_id = ${id} order by sent_at`;
  expect(order.map(({ number }) => number)).toEqual([pia, otto]);
});

it('stays with e-mail once it has reached somebody, also after it had no connection', async () => {
  const nina = newAddress('Nina');
  const id = await begin({ contactListId: await list([nina]) });
  await until(id, ({ sent }) => sent === 1);
  const at = { params: { campaignId: id }, token: admin };
  await api.call(contracts.cancelCampaign, at);
  const moved = (whatsappId: number | null) => ({ ...at, body: { whatsappId } });
  for (const between of [shopId, null]) {
    await api.call(contracts.updateCampaign, moved(between));
    await api.refused('ERR_CAMPAIGN_OTHER_KIND', contracts.updateCampaign, moved(company.connectionId));
  }
  await api.call(contracts.updateCampaign, moved(shopId));
});

it('leaves those out who ask elsewhere to be left alone, while their mail waits for its turn', async () => {
  await sessions.stop();
  const lia = newAddress('Lia');
  const id = await begin({ contactListId: await list([lia]) });
  const [entry] = await sql()`select number from contact_list_items where email = ${lia}`;
  const contact = await api.call(createContact, {
    token: admin,
    body: { name: 'Lia', number: entry?.number },
  });
  const params = { contactId: contact.id };
  await api.call(updateContact, { params, token: admin, body: { optedOut: true } });
  sessions = await world.startSessions();
  await until(id, ({ skipped }) => skipped.optedOut === 1);
  expect(await people.lettersOf(lia)).toEqual([]);
});

it('is tried out with addresses, and with nothing else', async () => {
  const own = newAddress('Dono');
  const { id } = await api.call(contracts.createCampaign, {
    token: admin,
    body: {
      name: 'Prova',
      whatsappId: shopId,
      contactListId: await list([newAddress('Ivo')]),
      message1: TEXT,
    },
  });
  const trial = (number: string) => ({
    params: { campaignId: id },
    token: admin,
    body: { numbers: [number], variant: 1 },
  });
  await api.refused('ERR_CAMPAIGN_TRIAL', contracts.tryCampaign, trial('11987654321'));
  expect(await api.call(contracts.tryCampaign, trial(own))).toEqual({ queued: 1 });
  const [letter] = await got(own, 1);
  expect(letter?.subject).toBe('Ofertas de sábado, Pessoa 0');
});

it('leaves once where a process dies after the mail server has taken it', async () => {
  await sessions.stop();
  const joao = newAddress('Joao');
  const id = await begin({ contactListId: await list([joao]) });
  const worker = world.startWorker({ env: { BALCAO_FAILPOINT: 'recipient.accepted:1' } });
  await worker.ended;
  await world.killWorker(worker);
  expect(await got(joao, 1)).toHaveLength(1);
  sessions = await world.startSessions();
  await until(id, ({ sent }) => sent === 1);
  expect(await got(joao, 1)).toHaveLength(1);
});
