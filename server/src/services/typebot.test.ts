import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import type { Flow, Step } from '../../test/services/typebot-flow.ts';
import type { Outside } from './outside.ts';
import type { Said } from './reply.ts';
import { openOutside } from './testing/open-outside.ts';
import { runTypebot, type TypebotSession, type TypebotSettings, typebotSession } from './typebot.ts';

let standIns: StandIns;
let outside: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
  outside = openOutside(standIns.url);
});
afterEach(() => standIns.reset());
afterAll(() => Promise.all([outside.http.close(), standIns.close()]));

let session: TypebotSession | null;
let warnings: string[];
beforeEach(() => {
  session = null;
  warnings = [];
});

async function publish(steps: Step[], more: Partial<Flow> = {}): Promise<void> {
  const body = JSON.stringify({ steps, ...more });
  await fetch(`${standIns.url}/typebot/flows/flow`, { method: 'PUT', body });
}

/** One turn; what is remembered of it goes through JSON, as it does in the database. */
async function write(text: string, more: Partial<TypebotSettings> = {}) {
  const settings = {
    baseUrl: `${standIns.url}/typebot/`,
    slug: 'flow',
    delayMs: 0,
    unknownMessage: '',
    ...more,
  };
  const variables = { number: '5511999998888', pushName: 'Ana', ticketId: 10 };
  const warn = (problem: string) => warnings.push(problem);
  const reply = await runTypebot(outside, settings, { session, text, variables, timeoutMs: 5_000, warn });
  session = reply.session && typebotSession.parse(JSON.parse(JSON.stringify(reply.session)));
  return reply;
}

const wordsOf = (said: readonly Said[]) => said.map((one) => (one.kind === 'text' ? one.text : one.url));
const hear = async (text: string, more?: Partial<TypebotSettings>) => wordsOf((await write(text, more)).said);
const calls = () => standIns.asked('typebot').filter(({ method }) => method === 'POST');
const bodies = () => calls().map(({ body }) => body as { message?: unknown });

const menu: Step = {
  ask: 'choice input',
  items: [
    { id: 'c1', content: 'Vendas' },
    { id: 'c2', content: 'Suporte' },
  ],
  ways: { Vendas: [{ say: 'Temos bolo' }], Suporte: [{ say: 'Já reiniciou?' }] },
};

describe('the beginning', () => {
  it('tells the flow who writes, and nothing that was not said', async () => {
    await publish([{ say: 'Oi, {{pushName}} ({{number}}, {{ticketId}})' }, { ask: 'text input' }]);
    expect(await hear('string')).toEqual(['Oi, Ana (5511999998888, 10)']);
    const [started] = calls();
    expect(started?.body).toEqual({
      isStreamEnabled: false,
      prefilledVariables: { number: '5511999998888', pushName: 'Ana', ticketId: 10 },
    });
    expect(started?.headers).not.toHaveProperty('origin');
    expect(calls()).toHaveLength(1);
  });

  it('takes the first message for an answer only where the flow asks before it speaks', async () => {
    await publish([{ ask: 'text input' }, { say: 'Você disse {{answer}}' }]);
    expect(await hear('quero um bolo')).toEqual(['Você disse quero um bolo']);
  });

  it('shows the choices to whoever begins with a greeting', async () => {
    await publish([menu]);
    expect(await hear('oi')).toEqual(['1 - Vendas\n2 - Suporte']);
    expect(session?.input?.choices).toHaveLength(2);
    session = null;
    expect(await hear('2')).toEqual(['Já reiniciou?']);
  });

  it.each([['/'], ['/api'], ['/api/v1/']])(
    'finds the viewer also with %s behind its address',
    async (path) => {
      await publish([{ say: 'Oi' }]);
      expect(await hear('oi', { baseUrl: `${standIns.url}/typebot${path}` })).toEqual(['Oi']);
    },
  );
});

describe('an answer', () => {
  it('leads on by number or name, with the choice itself for viewers that take it', async () => {
    await publish([{ say: 'Menu' }, menu]);
    expect(await hear('oi')).toEqual(['Menu', '1 - Vendas\n2 - Suporte']);
    expect(await hear('suporte!')).toEqual(['Já reiniciou?']);
    expect(bodies().at(-1)?.message).toEqual({ type: 'text', text: 'Suporte', metadata: { replyId: 'c2' } });
  });

  it('reaches older viewers as text', async () => {
    await publish([{ say: 'Menu' }, menu], { isOld: true });
    await write('oi');
    expect(await hear('1')).toEqual(['Temos bolo']);
    expect(bodies().at(-1)?.message).toBe('Vendas');
  });

  it('of several choices goes as their names', async () => {
    await publish([
      { say: 'Extras' },
      { ...menu, options: { isMultipleChoice: true } },
      { say: '{{answer}}' },
    ]);
    await write('oi');
    expect(await hear('2 e 1')).toEqual(['Suporte, Vendas']);
  });

  it.each([
    ['number input', 'três', '3'],
    ['email input', 'ana', 'ana@x.com'],
    ['url input', 'site', 'https://x.com'],
    ['phone number input', 'não', '11 98765-4321'],
    ['time input', 'cedo', '9:30'],
    ['date input', 'logo', 'amanhã'],
    ['file input', 'já mando', 'https://x.com/a.pdf'],
    ['cards', 'sei lá', 'Assinar'],
    ['picture choice input', '9', '1'],
    ['rating input', '11', '7'],
  ])('to a %s: %j is asked again, %j goes on', async (ask, wrong, right) => {
    const items = [
      { id: 'i1', title: 'Plano', paths: ask === 'cards' ? [{ id: 'p1', text: 'Assinar' }] : undefined },
    ];
    await publish([
      { say: 'Diga' },
      { ask, items: /cards|picture/.test(ask) ? items : undefined },
      { say: 'Certo' },
    ]);
    await write('oi');
    expect((await hear(wrong, { unknownMessage: 'Não entendi.' }))[0]).toBe('Não entendi.');
    expect(session).not.toBeNull();
    expect(await hear(right)).toEqual(['Certo']);
  });

  it('that is none is called so in the words of the flow, unless the company has its own', async () => {
    await publish([{ say: 'Menu' }, { ...menu, retry: 'Escolha uma opção' }]);
    await write('oi');
    expect(await hear('3')).toEqual(['Escolha uma opção', '1 - Vendas\n2 - Suporte']);
    expect(await hear('3', { unknownMessage: 'Não entendi.' })).toEqual([
      'Não entendi.',
      '1 - Vendas\n2 - Suporte',
    ]);
    expect(await hear('1')).toEqual(['Temos bolo']);
  });

  it('to a rating is never too low, which the viewer would take', async () => {
    await publish([
      { say: 'Nota' },
      { ask: 'rating input', options: { length: 2, startsAt: 1 } },
      { say: 'Obrigado' },
    ]);
    await write('oi');
    expect(await hear('-5', { unknownMessage: 'De 1 a 2.' })).toEqual(['De 1 a 2.', '1\n2']);
    expect(calls()).toHaveLength(1);
    expect(await hear('2')).toEqual(['Obrigado']);
  });
});

describe('the end', () => {
  it('is a flow that asks nothing more: people follow, and the next message begins it anew', async () => {
    await publish([{ say: 'Oi' }, { ask: 'text input' }, { say: 'Tchau' }]);
    await write('oi');
    expect(await write('Ana')).toMatchObject({ wish: { kind: 'stop' }, session: null });
    expect(await hear('oi')).toEqual(['Oi']);
    expect(calls().map(({ path }) => path.split('/').at(-1))).toEqual([
      'startChat',
      'continueChat',
      'startChat',
    ]);
  });

  it.each([
    ['#{"stopBot":true}', { kind: 'stop' }],
    ['#{"queueId":"3"}', { kind: 'transfer', queueId: 3, userId: null }],
    ['#{"queueId":3,"userId":2}', { kind: 'transfer', queueId: 3, userId: 2 }],
    ['#{"closeTicket":true}', { kind: 'close' }],
  ])('is a bubble that commands %s, and nothing is said after it', async (say, wish) => {
    await publish([{ say: 'Um momento' }, { say }, { say: 'nunca' }, { ask: 'text input' }]);
    const reply = await write('oi');
    expect(reply).toMatchObject({ wish, session: null });
    expect(wordsOf(reply.said)).toEqual(['Um momento']);
  });

  it('is not a command that nobody understands: the customer sees none of it, and the log does', async () => {
    await publish([{ say: 'Oi' }, { say: '#{"queue":3}' }, { say: 'Seu nome?' }, { ask: 'text input' }]);
    expect(await hear('oi')).toEqual(['Oi', 'Seu nome?']);
    expect(warnings).toEqual([expect.stringContaining('#{"queue":3}')]);
  });

  it('is a payment, of which nothing is said and to which no word gets through', async () => {
    await publish([{ say: 'Total: 10' }, { ask: 'payment input' }, { say: 'Pago!' }]);
    const reply = await write('oi');
    expect(reply).toMatchObject({ wish: { kind: 'stop' }, session: null });
    expect(wordsOf(reply.said)).toEqual(['Total: 10']);
    await publish([{ ask: 'payment input' }, { say: 'Pago!' }]);
    expect(await write('pago')).toMatchObject({ said: [], wish: { kind: 'stop' }, session: null });
  });
});

describe('what a browser would do', () => {
  const wait = (seconds: number, waits = false): Step => ({
    do: 'wait',
    with: { secondsToWaitFor: seconds },
    waits,
  });

  it('waiting is writing for longer, for ten seconds at most', async () => {
    await publish([{ say: 'a' }, wait(3), { say: 'b' }, wait(8), wait(8), { say: 'c' }, { say: 'd' }]);
    const { said } = await write('oi', { delayMs: 500 });
    expect(said.map(({ delayMs }) => delayMs)).toEqual([500, 3_500, 10_500, 500]);
  });

  it('waiting before anything is said, and in the middle, is answered without a word', async () => {
    await publish([wait(2, true), { say: 'a' }, wait(1, true), { say: 'b' }, { ask: 'text input' }]);
    const { said } = await write('oi');
    expect(said).toEqual([
      { kind: 'text', text: 'a', delayMs: 2_000 },
      { kind: 'text', text: 'b', delayMs: 1_000 },
    ]);
    expect(bodies().slice(1)).toEqual([{}, {}]);
  });

  it('going elsewhere is the address, at its place', async () => {
    await publish([
      { say: 'a' },
      { do: 'redirect', with: { url: 'https://x.com', isNewTab: true } },
      { say: 'b' },
    ]);
    expect(await hear('oi')).toEqual(['a', 'https://x.com', 'b']);
  });

  it('a request of the flow is not made, and the flow hears so', async () => {
    const request = { url: 'http://169.254.169.254/latest', method: 'GET' };
    await publish([{ do: 'httpRequestToExecute', with: request, waits: true }, { say: 'a' }]);
    expect(await hear('oi')).toEqual(['a']);
    expect(bodies().at(-1)).toEqual({ message: '{"statusCode":501,"data":{}}' });
  });

  it('a webhook keeps the session, and nothing more is said', async () => {
    await publish([{ say: 'a' }, { do: 'listenForWebhook', waits: true }, { say: 'b' }]);
    expect(await write('oi')).toEqual({
      said: [{ kind: 'text', text: 'a', delayMs: 0 }],
      wish: null,
      session: { id: 's1', input: null },
    });
    expect(await hear('e aí?')).toEqual(['b']);
  });

  it.each([
    ['setVariable'],
    ['scriptToExecute'],
    ['codeToExecute'],
    ['chatwoot'],
    ['googleAnalytics'],
    ['pixel'],
    ['startPropsToInject'],
    ['stream'],
    ['teleport'],
  ])('%s is left out, and answered without a word where the flow waits', async (type) => {
    await publish([{ do: type }, { say: 'a' }, { do: type, waits: true }, { say: 'b' }]);
    expect(await hear('oi')).toEqual(['a', 'b']);
    expect(bodies().slice(1)).toEqual([{}]);
  });

  it('a flow that goes on by itself without end is stopped', async () => {
    await publish(Array.from({ length: 40 }, (): Step => ({ do: 'setVariable', waits: true })));
    await expect(write('oi')).rejects.toMatchObject({ name: 'OutsideError', problem: 'nonsense' });
    expect(calls().length).toBeLessThan(25);
  });

  it('a flow that talks without end is stopped', async () => {
    await publish(Array.from({ length: 60 }, (_, at): Step => ({ say: String(at) })));
    await expect(write('oi')).rejects.toMatchObject({ problem: 'nonsense' });
  });
});

describe('a session that is gone', () => {
  const steps: Step[] = [{ say: 'Oi' }, { ask: 'text input' }, { say: 'Olá, {{answer}}' }];

  it('begins anew once, and the message is no answer to what was never asked', async () => {
    await publish(steps);
    session = { id: 'old', input: null };
    expect(await hear('Ana')).toEqual(['Oi']);
    expect(await hear('Ana')).toEqual(['Olá, Ana']);
  });

  it.each([['Group / block not found'], ['Current block id is not set']])(
    'is also one whose flow was published anew (%s)',
    async (message) => {
      await publish(steps);
      await write('oi');
      standIns.fail('typebot', { kind: 'status', status: 500, body: { message } });
      expect(await hear('Ana')).toEqual(['Oi']);
    },
  );

  it('is none where the viewer fails otherwise, or the flow itself is gone', async () => {
    await publish(steps);
    await write('oi');
    standIns.fail('typebot', { kind: 'status', status: 500, body: { message: 'Internal server error' } });
    await expect(write('Ana')).rejects.toMatchObject({ problem: 'unknown', status: 500 });
    session = { id: 'old', input: null };
    await expect(write('Ana', { slug: 'gone' })).rejects.toMatchObject({
      problem: 'refused',
      message: '404 Typebot not found',
    });
    expect(calls().filter(({ path }) => path.includes('gone'))).toHaveLength(1);
  });

  it('is none where the flow is closed', async () => {
    await publish(steps);
    await write('oi');
    await publish(steps, { closed: 'This bot is now closed' });
    session = null;
    await expect(write('Ana')).rejects.toMatchObject({ message: '400 This bot is now closed' });
  });
});
