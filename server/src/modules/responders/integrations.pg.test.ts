import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { describe, expect, it } from 'vitest';
import {
  admin,
  api,
  company,
  counter,
  drain,
  failed,
  install,
  prepare,
  put,
  services,
} from './testing/integrations.ts';

prepare();

describe('a flow of Typebot', () => {
  const steps = [
    { say: 'Bem-vinda!' },
    {
      ask: 'choice input',
      items: [
        { id: 'a', content: 'Comprar' },
        { id: 'b', content: 'Falar com alguém' },
      ],
      retry: 'Hã?',
    },
    { say: 'Combinado.' },
    { ask: 'text input' },
    { say: 'Anotei.' },
  ];
  async function publish(flow: object): Promise<void> {
    await fetch(`${services.url}/typebot/flows/loja`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(flow),
    });
  }
  const flow = {
    type: 'typebot',
    urlN8N: '',
    typebotSlug: 'loja',
    typebotKeywordFinish: 'sair',
    typebotKeywordRestart: 'de novo',
    typebotRestartMessage: 'Começando outra vez.',
    typebotUnknownMessage: 'Escolha um número.',
    typebotDelayMessage: 500,
  };
  const begin = async (more: object = {}) => {
    await publish({ steps });
    return install({ ...flow, urlN8N: `${services.url}/typebot`, ...more });
  };
  const turns = () => services.asked('typebot').filter(({ path }) => /Chat$/.test(path)).length;

  it('leads a customer through its questions to the people, with somebody writing before each word', async () => {
    await begin();
    expect(await counter.asks('Oi')).toEqual([
      'Bem-vinda!',
      expect.stringMatching(/1.*Comprar\n.*2.*Falar/s),
    ]);
    const waits = await api.database.admin`
      select not_before > created_at as waits from messages where company_id = ${company.companyId} and state = 'queued'`;
    expect(waits.every((row) => row.waits)).toBe(true);
    expect(await counter.asks('talvez')).toEqual(['Escolha um número.', expect.stringContaining('Comprar')]);
    expect(await counter.asks('1')).toEqual(['Combinado.']);
    expect(await counter.asks('Uma camisa azul')).toEqual(['Anotei.']);
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'done', waits: true });
  });

  it('begins anew at its keyword and after its time, and ends the ticket at the other one', async () => {
    await begin({ typebotExpires: 5 });
    await counter.asks('Oi');
    expect((await counter.asks('De novo')).slice(0, 2)).toEqual(['Começando outra vez.', 'Bem-vinda!']);
    await counter.asks('1');
    api.advance(6 * 60_000);
    expect((await counter.asks('Oi?'))[0]).toBe('Bem-vinda!');
    await counter.asks('sair');
    expect(await counter.ticket()).toMatchObject({ status: 'closed' });
  });

  it('is asked once where nobody knows whether it heard: people follow, and its session is forgotten', async () => {
    await begin();
    await counter.asks('Oi');
    services.fail('typebot', { kind: 'drop' });
    const before = turns();
    expect(await counter.asks('1')).toEqual([]);
    await drain(60_000);
    expect(turns()).toBe(before + 1);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_INTEGRATION_UNCLEAR' }]);
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'failed', waits: true });
    const sessions = await api.database
      .admin`select from bot_sessions where company_id = ${company.companyId}`;
    expect(sessions.count).toBe(0);
  });

  it('is not asked again once it has taken a step in the turn, lest the answer meet the next question', async () => {
    await publish({
      steps: [
        { say: 'Qual cor?' },
        { ask: 'text input' },
        { do: 'setVariable', waits: true },
        { say: 'Qual tamanho?' },
        { ask: 'text input' },
      ],
    });
    await install({ ...flow, urlN8N: `${services.url}/typebot` });
    await counter.asks('Oi');
    const before = turns();
    // The answer is taken, and the flow is away when it should go on by itself.
    services.fail('typebot', { kind: 'slow', ms: 0 });
    services.fail('typebot', { kind: 'status', status: 503 });
    await counter.asks('Azul');
    await drain(10_000);
    expect(turns()).toBe(before + 2);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_INTEGRATION_UNCLEAR' }]);
    expect(await counter.ticket()).toMatchObject({ ended: 'failed', waits: true });
  });

  it('is asked again while it is away, for a minute', async () => {
    await begin();
    services.fail('typebot', { kind: 'status', status: 503, times: 3 });
    expect(await counter.asks('Oi')).toEqual([]);
    await drain(2_000);
    await drain(4_000);
    await drain(8_000);
    expect((await counter.heard())[0]).toBe('Bem-vinda!');
    expect(await failed()).toEqual([]);
  });

  it('moves the ticket by its command, and a queue that is not there is no way out', async () => {
    const { support } = company.queues;
    await publish({ steps: [{ say: `#{"queueId":${support}}` }] });
    await install({ ...flow, urlN8N: `${services.url}/typebot` });
    await counter.asks('Oi');
    expect(await counter.ticket()).toMatchObject({ queue: support, answerer: 'nobody', waits: true });
    expect((await counter.events()).at(-1)).toMatchObject({ kind: 'transferred', toQueue: 'Suporte' });
    await publish({ steps: [{ say: 'Vou transferir.' }, { say: '#{"queueId":987654321}' }] });
    expect(await counter.asks('Oi', { number: '5511900002222' })).toEqual(['Vou transferir.']);
    expect((await failed()).at(-1)).toEqual({ kind: 'failed', code: 'ERR_INTEGRATION_TARGET' });
    expect(await counter.ticket()).toMatchObject({ queue: company.queues.sales, ended: 'failed' });
  });

  it('of a queue begins when an agent moves a ticket there, or a program asks for it', async () => {
    const integrationId = await begin();
    await put({ integrationId: null });
    await put({ integrationId }, company.queues.support);
    await counter.writes('Oi');
    const { id: ticketId } = await counter.ticket();
    const update = (body: object) => api.call(updateTicket, { params: { ticketId }, body, token: admin });
    await update({ queueId: company.queues.support });
    await drain(100);
    expect((await counter.heard()).at(-2)).toBe('Bem-vinda!');
    expect(await update({ status: 'open' })).toMatchObject({ useIntegration: false, integrationId: null });
    await update({ status: 'pending' });
    expect((await counter.heard()).filter((text) => text === 'Bem-vinda!')).toHaveLength(1);
    expect(await update({ useIntegration: true, integrationId })).toMatchObject({
      useIntegration: true,
      integrationId,
    });
    // It does not go on where it was left: an agent has spoken in between.
    await drain(100);
    expect((await counter.heard()).filter((text) => text === 'Bem-vinda!')).toHaveLength(2);
    expect(await update({ useIntegration: false })).toMatchObject({
      useIntegration: false,
      integrationId: null,
    });
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'off', waits: true });
  });
});

describe('an agent of Dialogflow', () => {
  it('knows a conversation by a name that ends with it, however it ends', async () => {
    const jsonContent = await (await fetch(`${services.url}/google/account`)).text();
    const { project_id: projectName } = JSON.parse(jsonContent);
    const integrationId = await install({ type: 'dialogflow', projectName, jsonContent, language: 'pt-BR' });
    for (const word of ['Oi', 'Qual o horário?']) await counter.asks(word);
    // Nobody knows what it heard; then an agent hands the customer back to it.
    services.fail('dialogflow', { kind: 'drop' });
    await counter.asks('Oi?');
    const { id: ticketId } = await counter.ticket();
    const body = { useIntegration: true, integrationId };
    await api.call(updateTicket, { params: { ticketId }, body, token: admin });
    await drain(100);
    const names = services.asked('dialogflow').map(({ path }) => /sessions\/([^:]+)/.exec(path)?.[1]);
    expect(names).toHaveLength(4);
    expect(new Set(names.slice(0, 3)).size).toBe(1);
    expect(names[3]).not.toBe(names[0]);
  });

  it('answers, calls people when it was told to, and after three times of not understanding', async () => {
    const jsonContent = await (await fetch(`${services.url}/google/account`)).text();
    const { project_id: projectName } = JSON.parse(jsonContent);
    await install({ type: 'dialogflow', projectName, jsonContent, language: 'pt-BR' });
    expect(await counter.asks('Qual o horário?')).toHaveLength(2);
    expect(await counter.asks('Quero uma pessoa')).toEqual(['Vou chamar uma pessoa da equipe.']);
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'done', waits: true });
    const number = '5511900003333';
    for (const word of ['xyz', 'abc', 'qwe']) await counter.asks(word, { number });
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'done' });
  });
});
