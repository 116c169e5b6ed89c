import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SERVICE_ACCOUNT } from '../../test/services/google.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { type DetectRequest, detectIntent } from './dialogflow.ts';
import { readServiceAccount } from './google-account.ts';
import type { Outside } from './outside.ts';
import { openOutside } from './testing/open-outside.ts';

let standIns: StandIns;
let outside: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
});
beforeEach(() => {
  standIns.reset();
  // Without a token from before.
  outside = openOutside(standIns.url);
});
afterEach(() => outside.http.close());
afterAll(() => standIns.close());

const FILE = JSON.parse(SERVICE_ACCOUNT);
const account = (changes: object = {}) => readServiceAccount(JSON.stringify({ ...FILE, ...changes }))!;
const detect = (query: DetectRequest['query'], by = account(), timeoutMs = 5_000) =>
  detectIntent(outside, by, {
    sessionId: 't17',
    query,
    language: 'pt-BR',
    timeZone: 'America/Sao_Paulo',
    ticketId: 17,
    timeoutMs,
  });
const pem = (type: 'rsa' | 'ed25519', bits: number) =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: bits })
    : generateKeyPairSync('ed25519')
  ).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();

it('reads the file of a service account, with a broken key too, and nothing else', async () => {
  const broken = account({ private_key: FILE.private_key.replaceAll('\n', '\\n') });
  expect((await detect({ text: 'Oi' }, broken)).intent).toBe('boas-vindas');
  const others = [
    '',
    'AIzaSy-an-api-key',
    '{"installed":{"client_id":"1"}}',
    ...[
      { type: 'authorized_user' },
      { private_key: 'no key' },
      { private_key: pem('rsa', 1024) },
      { private_key: pem('ed25519', 0) },
      { project_id: undefined },
    ].map((changes) => JSON.stringify({ ...FILE, ...changes })),
  ];
  expect(others.map(readServiceAccount)).toEqual(others.map(() => null));
});

it('gives what is for this place: texts, numbered choices and commands', async () => {
  expect(await detect({ text: 'Qual o horário?' })).toEqual({
    texts: ['Vendemos todos os dias, das 7h às 23h.', 'Posso ajudar em mais alguma coisa?'],
    intent: 'horario',
    confidence: 0.87,
    isFallback: false,
    ends: false,
    commands: [],
  });
  expect((await detect({ text: 'segunda via' })).texts).toEqual([
    'Como prefere receber?\n1 - Código de barras\n2 - Pix',
  ]);
  expect(await detect({ text: 'um atendente' })).toMatchObject({ commands: [{ stopBot: true }] });
  expect(await detect({ text: 'silêncio' })).toMatchObject({ texts: [], commands: [] });
  expect(await detect({ text: 'tchau' })).toMatchObject({ ends: true });
  expect(await detect({ text: 'xyz' })).toMatchObject({ isFallback: true, confidence: 1 });
  expect(await detect({ event: 'WELCOME' })).toMatchObject({ intent: 'WELCOME', confidence: null });
  const body = { queryResult: { fulfillmentText: 'Só isto', fulfillmentMessages: [] } };
  standIns.fail('dialogflow', { kind: 'status', status: 200, body });
  expect(await detect({ text: 'Oi' })).toMatchObject({ texts: ['Só isto'], intent: null });
});

it('cuts what is too long, and parts no sign', async () => {
  await detect({ text: `${'a'.repeat(255)}😊 e mais` });
  expect(standIns.asked('dialogflow').at(-1)!.body).toMatchObject({
    queryInput: { text: { text: 'a'.repeat(255), languageCode: 'pt-BR' } },
    queryParams: { timeZone: 'America/Sao_Paulo', payload: { ticketId: '17' } },
  });
});

it('fetches one token for all who want it at once, and another when that one is not taken any more', async () => {
  await Promise.all([detect({ text: 'Oi' }), detect({ text: 'Oi' }), detect({ text: 'Oi' })]);
  expect(standIns.asked('google')).toHaveLength(1);
  standIns.fail('dialogflow', { kind: 'status', status: 401, times: 1 });
  expect((await detect({ text: 'Oi' })).intent).toBe('boas-vindas');
  expect(standIns.asked('google')).toHaveLength(2);
  expect(standIns.asked('dialogflow').at(-1)!.headers.authorization).toBe('Bearer ya29.2');
});

it('keeps no token that is about to end', async () => {
  const body = { access_token: 'ya29.short', expires_in: 59 };
  standIns.fail('google', { kind: 'status', status: 200, body, times: 2 });
  await detect({ text: 'Oi' });
  await detect({ text: 'Oi' });
  expect(standIns.asked('google')).toHaveLength(2);
});

it('lends the token of an account to nobody who knows its name, but not its key', async () => {
  await detect({ text: 'Oi' });
  const thief = account({ private_key: pem('rsa', 2048) });
  await expect(detect({ text: 'Oi' }, thief)).rejects.toMatchObject({
    problem: 'refused',
    message: '400 invalid_grant Invalid JWT Signature.',
  });
});

it('may be asked again when only the token was missing', async () => {
  const failures = [{ kind: 'hang' }, { kind: 'status', status: 500 }, { kind: 'drop' }] as const;
  for (const failure of failures) {
    standIns.fail('google', failure);
    await expect(detect({ text: 'Oi' }, account(), 200)).rejects.toMatchObject({
      problem: 'busy',
      isUndone: true,
    });
  }
  expect(standIns.asked('dialogflow')).toEqual([]);
  expect((await detect({ text: 'Oi' })).intent).toBe('boas-vindas');
});

it('says why an agent may not be asked', async () => {
  await expect(detect({ text: 'Oi' }, account({ project_id: 'projeto-alheio' }))).rejects.toMatchObject({
    problem: 'refused',
    message: expect.stringContaining('403 PERMISSION_DENIED IAM permission'),
  });
  await expect(detect({ text: 'Oi' }, account({ project_id: 'nenhum' }))).rejects.toMatchObject({
    status: 404,
  });
});
