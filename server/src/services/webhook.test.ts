import { MAX_REPLY_CHARS } from '@balcao/shared/features/responders/webhook-envelope.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { createAddressRule } from '../platform/outgoing/address-rule.ts';
import { createHttpClient, type HttpClient } from '../platform/outgoing/http-client.ts';
import { createAddresses, type Outside } from './outside.ts';
import { createSecret, type Delivery, deliver, readReply, sign } from './webhook.ts';

describe('a signature', () => {
  it.each([
    [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ],
    [
      'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
      'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
      1674087231,
      '{"type":"contact.created","timestamp":"2022-11-03T20:26:10.344522Z","data":{"id":"1f81eb52-5198-4599-803e-771906343485"}}',
      'v1,bAo/ZbQILxvdozo/ynbX/OmAvBCBNauT8tvtBLFrDCI=',
    ],
  ])('of the standard with %s', (secret, id, timestamp, body, signature) => {
    expect(sign({ id, timestamp, body, secrets: [secret] })).toBe(signature);
  });

  it('is believed by an independent receiver that knows the new secret, or still the old one', () => {
    const [fresh, old, other] = [createSecret(), createSecret(), createSecret()];
    const timestamp = Math.floor(Date.now() / 1000);
    const body = '{"olá":"ç"}';
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id: 'msg_1', timestamp, body, secrets: [fresh, old] }),
    };
    for (const secret of [fresh, old])
      expect(new Webhook(secret).verify(body, headers)).toEqual({ olá: 'ç' });
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
    expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow();
    expect(Buffer.from(fresh.replace('whsec_', ''), 'base64')).toHaveLength(32);
  });
});

describe('an answer', () => {
  const text = (text: string) => ({ kind: 'text', text, delayMs: 0 });
  it.each([
    [{ messages: [{ type: 'text', text: 'Oi' }] }, [text('Oi')], null],
    [
      {
        messages: [
          { type: 'document', url: 'https://x.com/a.pdf', caption: 'Boleto', fileName: 'a.pdf', x: 1 },
        ],
        y: 2,
      },
      [
        {
          kind: 'file',
          url: 'https://x.com/a.pdf',
          as: 'document',
          caption: 'Boleto',
          fileName: 'a.pdf',
          delayMs: 0,
        },
      ],
      null,
    ],
    [{ actions: [{ type: 'transfer', queueId: 1 }] }, [], { kind: 'transfer', queueId: 1, userId: null }],
    [
      { actions: [{ type: 'transfer', queueId: '3', userId: '2' }] },
      [],
      { kind: 'transfer', queueId: 3, userId: 2 },
    ],
    [
      { messages: [], actions: [{ type: 'fly' }, { type: 'close' }, { type: 'stopBot' }] },
      [],
      { kind: 'close' },
    ],
    [{ actions: [{ type: 'stopBot' }] }, [], { kind: 'stop' }],
    // What is not understood is left out, and nothing else with it.
    [
      {
        messages: [
          { type: 'sticker', url: 'https://x.com/a' },
          { type: 'image', url: 'file:///etc/passwd' },
          { type: 'text', text: '  ' },
          { type: 'text', text: 5 },
          'oi',
          { type: 'text', text: 'Oi' },
        ],
        actions: [{ type: 'transfer', queueId: 0 }],
      },
      [text('Oi')],
      null,
    ],
    [
      { messages: Array.from({ length: 12 }, (_, at) => ({ type: 'text', text: String(at) })) },
      Array.from({ length: 10 }, (_, at) => text(String(at))),
      null,
    ],
    [
      { messages: [{ type: 'text', text: `${'a'.repeat(MAX_REPLY_CHARS - 1)}😀` }] },
      [text('a'.repeat(MAX_REPLY_CHARS - 1))],
      null,
    ],
  ])('in our own contract: %j', (answer, said, wish) => {
    expect(readReply(JSON.stringify(answer))).toEqual({ said, wish, session: null });
  });

  it.each([
    ['{"message":"Workflow was started"}'],
    ['{"messages":"Oi"}'],
    ['{"messages":[{"text":"Oi"}],"actions":[{}]}'],
    ['[{"messages":[]}]'],
    ['"Oi"'],
    ['null'],
    ['<html>'],
    [''],
  ])('of another kind says nothing: %s', (answer) => {
    expect(readReply(answer)).toBeNull();
  });
});

describe('a delivery', () => {
  let standIns: StandIns;
  let http: HttpClient;
  let outside: Outside;
  beforeAll(async () => {
    standIns = await startStandIns();
    http = createHttpClient(createAddressRule(['127.0.0.0/8']));
    outside = { http, addresses: createAddresses(standIns.url) };
  });
  afterEach(() => standIns.reset());
  afterAll(async () => {
    await http.close();
    await standIns.close();
  });

  const secret = createSecret();
  const told = (body: string, more: Partial<Delivery> = {}): Delivery => ({
    url: `${standIns.url}/n8n/webhook/desk`,
    id: 'msg_1',
    body: JSON.stringify({ type: 'message.received', data: { message: { body } } }),
    secrets: [secret],
    header: null,
    timeoutMs: 5_000,
    ...more,
  });

  it('is signed for whoever knows the secret, with the header that the company wants', async () => {
    await fetch(`${standIns.url}/n8n/secrets/desk`, { method: 'PUT', body: secret });
    const header = { name: 'X-Chave', value: 'abc' };
    expect(await deliver(outside, told('oi', { header }))).toMatchObject({
      status: 200,
      answer: '{"message":"Workflow was started"}',
      reply: null,
    });
    expect(standIns.asked('n8n').at(-1)?.headers).toMatchObject({
      'x-chave': 'abc',
      'content-type': 'application/json',
    });
    const stranger = deliver(outside, told('oi', { secrets: [createSecret()] }));
    await expect(stranger).rejects.toMatchObject({ problem: 'refused', status: 401 });
  });

  it('lets no header of the company take the place of the signature', async () => {
    await fetch(`${standIns.url}/n8n/secrets/desk`, { method: 'PUT', body: secret });
    const header = { name: 'Webhook-Signature', value: 'v1,forged' };
    expect((await deliver(outside, told('oi', { header }))).status).toBe(200);
  });

  it('brings back what the workflow says at once', async () => {
    expect((await deliver(outside, told('eco Olá'))).reply?.said).toMatchObject([{ text: 'Olá' }]);
    expect((await deliver(outside, told('tchau'))).reply?.wish).toEqual({ kind: 'close' });
  });

  it('tells with the status what the receiver said, up to two kilobytes', async () => {
    const test = deliver(outside, told('oi', { url: `${standIns.url}/n8n/webhook-test/desk` }));
    await expect(test).rejects.toMatchObject({
      problem: 'refused',
      status: 404,
      message: expect.stringContaining('is not registered'),
    });
    standIns.fail('n8n', { kind: 'status', status: 500, body: `${'ç'.repeat(1023)}a${'ç'.repeat(5_000)}` });
    await expect(deliver(outside, told('oi'))).rejects.toMatchObject({
      problem: 'unknown',
      message: `500 ${'ç'.repeat(1023)}a`,
    });
  });

  it('waits as long as the receiver wants it to, and follows it nowhere', async () => {
    standIns.fail('n8n', { kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    await expect(deliver(outside, told('oi'))).rejects.toMatchObject({
      problem: 'busy',
      retryAfterMs: 7_000,
    });
    standIns.fail('n8n', { kind: 'redirect', to: `${standIns.url}/n8n/webhook/other` });
    await expect(deliver(outside, told('oi'))).rejects.toMatchObject({ problem: 'refused', status: 302 });
    expect(standIns.asked('n8n')).toHaveLength(2);
  });
});
