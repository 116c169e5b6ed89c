import { createHmac } from 'node:crypto';
import * as campaigns from '@balcao/shared/features/campaigns/calls.ts';
import { createContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import { importIntoList, listListImportProblems } from '@balcao/shared/features/contact-lists/imports.ts';
import * as contacts from '@balcao/shared/features/contacts/calls.ts';
import { importContacts } from '@balcao/shared/features/contacts/imports.ts';
import { getFileOfContact } from '@balcao/shared/features/data-subjects/calls.ts';
import { expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { workbook } from '../../test/workbook.ts';
import { addressKey } from '../platform/db/address-key.ts';
import {
  api,
  begin,
  company,
  people,
  prepare,
  received,
  report,
  say,
  sql,
  token,
} from './testing/campaigns.ts';

/** Whoever has asked to be left alone stays left alone when the contact is deleted, on every way back. */

prepare();

const contactOf = async (number: string) => {
  const { contacts: found } = await api.call(contacts.listContacts, {
    token,
    query: { searchParam: number },
  });
  return found[0] && api.call(contacts.getContact, { token, params: { contactId: found[0].id } });
};
const remove = (contactId: number) => api.call(contacts.deleteContact, { token, params: { contactId } });
const kept = () => sql()`select hash, opted_out_by from opt_outs where company_id = ${company.companyId}`;
const file = (...numbers: string[]) => ({
  token,
  body: workbook([['nome', 'numero'], ...numbers.map((number, place) => [`Cliente ${place}`, number])]),
  headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'clientes.xlsx' },
});
/** Somebody whom WhatsApp knows. */
async function newPhone(): Promise<string> {
  const [number = ''] = (await people(['Caio'])).numbers;
  return number;
}
/** As people wrote it before mobiles had their ninth digit. */
const oldSpelling = (number: string) => number.replace(/^(55\d\d)9/, '$1');
const OUT = { optedOutAt: expect.any(String), optedOutBy: 'contact' };

it('a campaign leaves alone who said SAIR and was deleted, and a list and a conversation know it', async () => {
  const { contactListId, numbers } = await people(['Ana', 'Bia']);
  const [ana = ''] = numbers;
  const first = await begin({ contactListId });
  await eventually(
    () => report(first),
    ({ states }) => states.read === 2,
  );
  await say(ana, 'SAIR');
  const out = await eventually(
    () => contactOf(ana),
    (found) => found?.optedOutAt !== undefined && found.optedOutAt !== null,
  );
  expect(out).toMatchObject(OUT);
  await remove(out?.id ?? 0);
  // Nothing of her is left but a hash, which nobody makes without the key of the installation.
  const key = addressKey(api.deps.secrets);
  const hash = createHmac('sha256', key).update(`${company.companyId}/phone:${ana}`).digest();
  expect((await kept()).map((row) => Buffer.from(row.hash).toString('hex'))).toContain(hash.toString('hex'));

  // She is in the old list still, and no new one takes her.
  const next = await begin({ contactListId, name: 'Domingo' });
  await eventually(
    () => report(next),
    ({ states }) => states.read === 1,
  );
  expect((await report(next)).skipped).toMatchObject({ optedOut: 1 });
  expect(await received(ana)).toHaveLength(1);
  const body = { name: 'Nova', basis: { kind: 'customer' } };
  const { id } = await api.call(createContactList, { token, body });
  const params = { contactListId: id };
  const imported = await api.call(importIntoList, { ...file(oldSpelling(ana), '5511988880002'), params });
  expect(imported).toMatchObject({ created: 1, skipped: 1, optedOut: 1 });
  const problems = { token, params: { ...params, listImportId: imported.id } };
  expect((await api.call(listListImportProblems, problems)).problems).toMatchObject([
    { row: 2, problem: 'optedOut' },
  ]);

  // She writes again: her contact is out as before, and takes what was kept with it.
  await say(ana, 'Vocês abrem hoje?');
  const back = await eventually(
    () => contactOf(ana),
    (found) => found !== undefined,
  );
  expect(back).toMatchObject(OUT);
  expect(back?.optedOutAt).toBe(out?.optedOutAt);
  expect(await kept()).toEqual([]);
});

it('who has said SAIR hears from campaigns again by a word, on the day of which the file tells', async () => {
  const { contactListId, numbers } = await people(['Rui']);
  const [rui = ''] = numbers;
  const first = await begin({ contactListId });
  await eventually(
    () => report(first),
    ({ states }) => states.read === 1,
  );
  const out = () => contactOf(rui).then((found) => found?.optedOutAt ?? null);
  await say(rui, 'SAIR');
  await eventually(out, (at) => at !== null);
  await say(rui, 'VOLTAR');
  await eventually(out, (at) => at === null);
  const contactId = (await contactOf(rui))?.id ?? 0;
  const file = () => api.call(getFileOfContact, { token, params: { contactId } });
  expect((await file()).contacts).toMatchObject([{ optedOutAt: null, returnedAt: expect.any(String) }]);
  // The word has opened a conversation: in one it may be meant for a menu.
  await sql()`update contacts set opted_out_at = now(), opted_out_by = 'person', returned_at = null where id = ${contactId}`;
  await say(rui, 'voltar');
  await say(rui, 'alô?');
  await eventually(
    () => sql()`select from messages where contact_id = ${contactId} and body = 'alô?'`,
    ({ length }) => length === 1,
  );
  expect(await out()).not.toBeNull();
});

it('who comes back by a file or by hand is out, until somebody takes it back for good', async () => {
  const number = await newPhone();
  const other = await newPhone();
  const create = (spelt: string) =>
    api.call(contacts.createContact, { token, body: { name: 'Caio', number: spelt } });
  const { id } = await create(number);
  await api.call(contacts.updateContact, { token, params: { contactId: id }, body: { optedOut: true } });
  await remove(id);

  expect(await api.call(importContacts, file(oldSpelling(number), other))).toMatchObject({
    created: 2,
    optedOut: 1,
  });
  const imported = await contactOf(number);
  expect(imported).toMatchObject({ optedOutBy: 'person' });
  expect(await contactOf(other)).toMatchObject({ optedOutAt: null });
  await remove(imported?.id ?? 0);

  const typed = await create(oldSpelling(number));
  expect(typed).toMatchObject({ optedOutBy: 'person' });
  const params = { contactId: typed.id };
  await api.call(contacts.updateContact, { token, params, body: { optedOut: false } });
  await remove(typed.id);
  expect(await kept()).toEqual([]);
  expect(await create(number)).toMatchObject({ optedOutAt: null });
});

it('a campaign under way does not reach who is deleted before the turn has come', async () => {
  const { contactListId, numbers } = await people(['Duda']);
  const [duda = ''] = numbers;
  const { id } = await api.call(contacts.createContact, { token, body: { name: 'Duda', number: duda } });
  const campaign = await begin({
    contactListId,
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await api.call(contacts.updateContact, { token, params: { contactId: id }, body: { optedOut: true } });
  await remove(id);
  const look = { token, params: { campaignId: campaign } };
  expect(await api.call(campaigns.dryRunCampaign, look)).toMatchObject({
    recipients: 0,
    leftOut: { optedOut: 1 },
  });
  // Taken over before she asked, as a row that waits for its turn.
  await sql()`
    insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, state)
    values (${company.companyId}, ${campaign}, 'Duda', ${duda}, ${duda}, 1, 'Olá', 'queued')`;
  await sql()`update campaigns set status = 'EM_ANDAMENTO', started_at = now() where id = ${campaign}`;
  await eventually(
    () => report(campaign),
    ({ skipped }) => skipped.optedOut === 1,
  );
  expect(await received(duda)).toEqual([]);
});
