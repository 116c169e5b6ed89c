import * as contracts from '@balcao/shared/features/automations/calls.ts';
import type { Cause, Conditions, Effect } from '@balcao/shared/features/automations/rule.ts';
import { deleteConnection } from '@balcao/shared/features/connections/calls.ts';
import { createMacro, runMacro } from '@balcao/shared/features/macros/calls.ts';
import { createQuickMessage, updateQuickMessage } from '@balcao/shared/features/quick-messages/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';

/** Rules and macros that send an approved text, inside the rules of its messenger. */

let api: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;
let ana: string;
let companies = 0;

const HOUR = 3_600_000;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.admin, `Loja ${++companies}`);
  const { companyId, connectionId } = company;
  await api.admin`
    update connections set kind = 'whatsapp_cloud', status = 'connected', quality = 'green' where id = ${connectionId}`;
  await api.admin`
    insert into message_templates (company_id, connection_id, name, language, category, header, body, footer, buttons)
    values (${companyId}, ${connectionId}, 'pedido', 'pt_BR', 'utility', '', 'Olá {{1}}, {{2}}', '', '{}')`;
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  counter = openCounter(api, company);
});

const ALWAYS: Conditions = { match: 'all', items: [] };
const template = (name = 'pedido', parameters = ['{{firstName}}', '{{user}}']): Effect => ({
  kind: 'template',
  connectionId: company.connectionId,
  template: { name, language: 'pt_BR', parameters },
});
const body = (cause: Cause, effects: Effect[]) => ({
  ...{ name: cause.kind, active: true, cause, conditions: ALWAYS, effects },
});
const make = (cause: Cause, effects: Effect[]) =>
  api.call(contracts.createAutomation, { body: body(cause, effects), token: admin });
const failures = async () =>
  (await counter.events()).flatMap((event) => (event.kind === 'automated' ? [event.failed] : []));
const resting = async () =>
  (await api.admin`select resting from automations where company_id = ${company.companyId}`).map(
    (rule) => rule.resting as string | null,
  );
const tryIt = async () => {
  const asked = { body: { conditions: ALWAYS, effects: [template()] }, token: admin };
  const { matched } = await api.call(contracts.tryAutomation, asked);
  return matched.map(({ failed }) => failed);
};

it('goes out filled in, and is refused with words where the connection of the conversation has none', async () => {
  await make({ kind: 'message' }, [template()]);
  expect(await counter.writes('Oi')).toEqual(['Olá Maria, -']);
  const [sent] = await api.admin`
    select said_by, template from messages where company_id = ${company.companyId} and template is not null`;
  expect(sent).toEqual({
    said_by: 'automatic',
    template: {
      name: 'pedido',
      language: 'pt_BR',
      parameters: ['Maria', '-'],
      blanks: [
        { part: 'body', name: '1' },
        { part: 'body', name: '2' },
      ],
    },
  });
  expect(await tryIt()).toEqual([null]);
  await api.admin`delete from message_templates where company_id = ${company.companyId}`;
  expect(await counter.writes('Oi de novo')).toEqual([]);
  expect(await failures()).toEqual([null]);
  expect(await resting()).toEqual(['gone']);
});

it('rests when a quick message that it says is kept by its author alone', async () => {
  const body = { shortcode: 'oi', message: 'Olá', geral: true };
  const { id } = await api.call(createQuickMessage, { body, token: admin });
  await make({ kind: 'message' }, [{ kind: 'quickMessage', quickMessageId: id }]);
  expect(await resting()).toEqual([null]);
  await api.call(updateQuickMessage, {
    params: { quickMessageId: id },
    body: { geral: false },
    token: admin,
  });
  expect(await resting()).toEqual(['gone']);
});

it('writes after the hours for answers, to whom and as far as the messenger lets', async () => {
  const rule = await make({ kind: 'silent', minutes: 1_500 }, [template()]);
  const silence = async () => {
    await counter.writes('Oi');
    const { id } = await counter.ticket();
    const { connectionId } = company;
    await api.admin`
      update tickets set status = 'open', waiting_since = null, user_id = ${company.ana.id},
        customer_wrote_at = now() - interval '26 hours' where id = ${id}`;
    const before = (await counter.heard()).length;
    await api.run('rules that wait', new Date(api.deps.clock().getTime() + 26 * HOUR));
    await api.admin`update tickets set status = 'closed' where id = ${id}`;
    await api.admin`update connections set quality = 'green' where id = ${connectionId}`;
    return (await counter.heard()).slice(before);
  };
  expect(await silence()).toEqual(['Olá Maria, Ana']);
  await api.admin`update connections set quality = 'red' where id = ${company.connectionId}`;
  expect(await silence()).toEqual([]);
  await api.admin`update contacts set opted_out_at = now(), opted_out_by = 'contact' where company_id = ${company.companyId}`;
  expect(await silence()).toEqual([]);
  expect(await failures()).toEqual([null, 'ERR_TEMPLATE_LIMIT', 'ERR_AUTOMATION_OPTED_OUT']);
  await api.admin`update connections set is_default = false where company_id = ${company.companyId}`;
  await api.call(deleteConnection, { params: { whatsappId: company.connectionId }, token: admin });
  const params = { automationId: rule.id };
  expect(await api.call(contracts.getAutomation, { params, token: admin })).toMatchObject({
    resting: 'gone',
  });
});

it('is not taken where it cannot be sent', async () => {
  const refused = (code: Parameters<TestApi['refused']>[0], effect: Effect) =>
    api.refused(code, contracts.createAutomation, {
      body: body({ kind: 'message' }, [effect]),
      token: admin,
    });
  await refused('ERR_NO_TEMPLATE_FOUND', template('outro'));
  await refused('ERR_TEMPLATE_PARAMETERS', template('pedido', ['só um']));
  await refused('ERR_VALIDATION', template('pedido', ['', 'x']));
  await refused('ERR_AUTOMATION_REFERENCE', { ...template(), connectionId: 999_999 } as Effect);
  await make({ kind: 'message' }, [template()]);
  await counter.writes('Oi');
  await api.admin`update connections set kind = 'whatsapp' where id = ${company.connectionId}`;
  await api.admin`delete from message_templates where company_id = ${company.companyId}`;
  await api.refused('ERR_NO_TEMPLATE_FOUND', contracts.tryAutomation, {
    body: { conditions: ALWAYS, effects: [template()] },
    token: admin,
  });
});

it('is sent by a macro as the words of whoever uses it', async () => {
  await counter.writes('Oi');
  const { id } = await counter.ticket();
  await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: ana });
  const { connectionId } = company;
  const chosen = { name: 'pedido', language: 'pt_BR', parameters: ['{{firstName}}', 'sou {{user}}'] };
  const effects = [{ kind: 'template', connectionId, template: chosen }] as const;
  const macro = await api.call(createMacro, {
    body: { name: 'Pedido', team: false, effects: [...effects] },
    token: ana,
  });
  const use = { params: { macroId: macro.id }, body: { ticketId: id }, token: ana };
  await api.call(runMacro, use);
  const [sent] = await api.admin`
    select body, user_id::int as user, template -> 'parameters' as parameters from messages
    where ticket_id = ${id} and template is not null`;
  expect(sent).toEqual({
    body: 'Olá Maria, sou Ana',
    user: company.ana.id,
    parameters: ['Maria', 'sou Ana'],
  });
  await api.admin`delete from message_templates where company_id = ${company.companyId}`;
  await api.refused('ERR_NO_TEMPLATE_FOUND', runMacro, use);
});
