import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ASAAS_KEY } from '../../test/services/asaas.ts';
import { SPOKEN } from '../../test/services/azure-speech.ts';
import { MARIA } from '../../test/services/debtors.ts';
import { EFI_KEYS, EFI_PIX_KEY } from '../../test/services/efi.ts';
import { pemOf } from '../../test/services/efi-certificates.ts';
import { SERVICE_ACCOUNT } from '../../test/services/google.ts';
import { IXC_TOKEN } from '../../test/services/ixc.ts';
import { MKAUTH_ACCOUNT } from '../../test/services/mkauth.ts';
import { HEARD } from '../../test/services/open-ai-script.ts';
import type { Failure } from '../../test/services/stand-in.ts';
import { type ServiceName, type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import * as asaas from './asaas.ts';
import { listVoices, speak } from './azure-speech.ts';
import { detectIntent } from './dialogflow.ts';
import { createEfi } from './efi.ts';
import { readEfiCertificate } from './efi-certificate.ts';
import { readServiceAccount } from './google-account.ts';
import * as ixc from './ixc.ts';
import * as mkauth from './mkauth.ts';
import { complete, embed, listModels, transcribe } from './open-ai.ts';
import type { Outside } from './outside.ts';
import { openOutside } from './testing/open-outside.ts';
import { runTypebot } from './typebot.ts';
import { deliver } from './webhook.ts';

/** One call of a client, which must bear everything below. */
interface Client {
  name: string;
  /** Which stand-in it asks. */
  service: ServiceName;
  /** @param at the stand-ins, for services whose address a company types */
  call(outside: Outside, at: { url: string; timeoutMs: number }): Promise<unknown>;
  /** What it gives when nothing fails; it may give more. */
  gives: unknown;
  /** What stands in no error; null: it knows none. */
  secret: string | null;
  /** Whatever is answered with success is one: nobody has to say more. */
  needsNoAnswer?: boolean;
}

const AI = { baseUrl: '', apiKey: 'sk-secret-of-tests' };
const SIGNING_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const HEADER_SECRET = 'header-secret-of-tests';
const SPEECH = { key: 'azure-secret-of-tests', region: 'brazilsouth' };

const CLIENTS: Client[] = [
  {
    name: 'complete',
    service: 'openai',
    call: (outside, { timeoutMs }) =>
      complete(outside, AI, {
        model: 'gpt-4o-mini',
        maxTokens: 300,
        temperature: 0.5,
        messages: [{ role: 'user', content: 'Qual é o prazo de entrega?' }],
        tools: [],
        user: 'customer',
        timeoutMs,
      }),
    gives: { text: expect.stringContaining('3 a 5 dias'), toolCalls: [], isCut: false },
    secret: AI.apiKey,
  },
  {
    name: 'transcribe',
    service: 'openai',
    call: (outside, { timeoutMs }) =>
      transcribe(outside, AI, { model: 'whisper-1', bytes: SPOKEN, language: 'pt', timeoutMs }),
    gives: HEARD,
    secret: AI.apiKey,
  },
  {
    name: 'embed',
    service: 'openai',
    call: (outside, { timeoutMs }) =>
      embed(outside, AI, { model: 'text-embedding-3-small', texts: ['Troca', 'Horário'], timeoutMs }),
    gives: {
      vectors: [expect.any(Array), expect.any(Array)],
      usage: { promptTokens: 4, completionTokens: 0 },
    },
    secret: AI.apiKey,
  },
  {
    name: 'listModels',
    service: 'openai',
    call: (outside, { timeoutMs }) => listModels(outside, AI, { timeoutMs }),
    gives: expect.arrayContaining(['gpt-4o-mini']),
    secret: AI.apiKey,
  },
  {
    name: 'speak',
    service: 'azure',
    call: (outside, { timeoutMs }) =>
      speak(outside, { ...SPEECH, voice: 'pt-BR-FranciscaNeural' }, 'Olá!', { timeoutMs }),
    gives: SPOKEN,
    secret: SPEECH.key,
  },
  {
    name: 'listVoices',
    service: 'azure',
    call: (outside, { timeoutMs }) => listVoices(outside, SPEECH, { timeoutMs }),
    gives: expect.arrayContaining(['pt-BR-FranciscaNeural']),
    secret: SPEECH.key,
  },
  {
    name: 'detectIntent',
    service: 'dialogflow',
    call: (outside, { timeoutMs }) =>
      detectIntent(outside, readServiceAccount(SERVICE_ACCOUNT)!, {
        sessionId: 't1',
        query: { text: 'Oi' },
        language: 'pt-BR',
        timeZone: 'America/Sao_Paulo',
        ticketId: 1,
        timeoutMs,
      }),
    gives: { intent: 'boas-vindas', isFallback: false, ends: false },
    secret: 'ya29.1',
  },
  {
    name: 'runTypebot',
    service: 'typebot',
    call: (outside, { url, timeoutMs }) =>
      runTypebot(
        outside,
        { baseUrl: `${url}/typebot`, slug: 'atendimento', delayMs: 0, unknownMessage: '' },
        { session: null, text: 'Oi', variables: { pushName: 'Ana' }, timeoutMs },
      ),
    gives: {
      said: expect.arrayContaining([expect.objectContaining({ text: 'Como posso ajudar?' })]),
      wish: null,
    },
    secret: null,
  },
  {
    name: 'deliver',
    service: 'n8n',
    call: (outside, { url, timeoutMs }) =>
      deliver(outside, {
        url: `${url}/n8n/webhook/desk`,
        id: 'msg_1',
        body: '{"data":{"message":{"body":"tchau"}}}',
        secrets: [SIGNING_SECRET],
        header: { name: 'X-Key', value: HEADER_SECRET },
        timeoutMs,
      }),
    gives: { status: 200, reply: { wish: { kind: 'close' } } },
    secret: HEADER_SECRET,
    needsNoAnswer: true,
  },
  {
    name: 'findBills of IXC',
    service: 'ixc',
    call: (outside, { url, timeoutMs }) =>
      ixc.findBills(outside, { host: `${url}/ixc`, token: IXC_TOKEN }, MARIA.document, { timeoutMs }),
    gives: expect.arrayContaining([expect.objectContaining({ customerName: MARIA.name })]),
    secret: IXC_TOKEN,
  },
  {
    name: 'test of IXC',
    service: 'ixc',
    call: (outside, { url, timeoutMs }) =>
      ixc.test(outside, { host: `${url}/ixc`, token: IXC_TOKEN }, { timeoutMs }),
    gives: undefined,
    secret: IXC_TOKEN,
  },
  {
    name: 'findBills of MK-AUTH',
    service: 'mkauth',
    call: (outside, { url, timeoutMs }) =>
      mkauth.findBills(outside, { host: `${url}/mkauth`, ...MKAUTH_ACCOUNT }, MARIA.document, { timeoutMs }),
    gives: expect.arrayContaining([expect.objectContaining({ customerName: MARIA.name })]),
    secret: MKAUTH_ACCOUNT.clientSecret,
  },
  {
    name: 'test of MK-AUTH',
    service: 'mkauth',
    call: (outside, { url, timeoutMs }) =>
      mkauth.test(outside, { host: `${url}/mkauth`, ...MKAUTH_ACCOUNT }, { timeoutMs }),
    gives: undefined,
    secret: MKAUTH_ACCOUNT.clientSecret,
  },
  {
    name: 'findBills of Asaas',
    service: 'asaas',
    call: (outside, { timeoutMs }) =>
      asaas.findBills(outside, { apiKey: ASAAS_KEY }, MARIA.document, { timeoutMs }),
    gives: expect.arrayContaining([expect.objectContaining({ customerName: MARIA.name })]),
    secret: ASAAS_KEY,
  },
  {
    name: 'test of Asaas',
    service: 'asaas',
    call: (outside, { timeoutMs }) => asaas.test(outside, { apiKey: ASAAS_KEY }, { timeoutMs }),
    gives: undefined,
    secret: ASAAS_KEY,
  },
  {
    name: 'create of Efí',
    service: 'efi',
    call: (outside, at) =>
      openEfi(outside, at).create({ txid: '7978c0c97ea847e78e8849634473c1f1', amountCents: 9_990 }),
    gives: { code: expect.stringMatching(/^000201010212/), expiresAt: expect.any(Date) },
    secret: EFI_KEYS.clientSecret,
  },
  {
    name: 'test of Efí',
    service: 'efi',
    call: (outside, at) => openEfi(outside, at).test(),
    gives: undefined,
    secret: EFI_KEYS.clientSecret,
  },
];

function openEfi(outside: Outside, { timeoutMs }: { timeoutMs: number }) {
  const certificate = readEfiCertificate(Buffer.from(pemOf(standIns.efi.certificates.client)))!;
  const account = { ...EFI_KEYS, certificate, isSandbox: true };
  return createEfi(outside, account, { pixKey: EFI_PIX_KEY, clock: () => new Date(), timeoutMs });
}

const TIMEOUT_MS = 5_000;
/** Long enough for an answer of this machine, and short enough to wait for. */
const SHORT_MS = 200;
/** Nobody listens there. */
const NOBODY = 'http://127.0.0.1:1';

const FAILURES: { what: string; failure: Failure; becomes: string; timeoutMs?: number }[] = [
  { what: 'a service that is too busy', failure: { kind: 'status', status: 503 }, becomes: 'busy' },
  { what: 'a service that fails', failure: { kind: 'status', status: 500 }, becomes: 'unknown' },
  { what: 'a wrong question', failure: { kind: 'status', status: 400 }, becomes: 'refused' },
  { what: 'a wrong key', failure: { kind: 'status', status: 401 }, becomes: 'refused' },
  { what: 'a page for people', failure: { kind: 'html' }, becomes: 'nonsense' },
  { what: 'an empty answer', failure: { kind: 'empty' }, becomes: 'nonsense' },
  { what: 'an endless answer', failure: { kind: 'huge' }, becomes: 'nonsense' },
  { what: 'no answer', failure: { kind: 'hang' }, becomes: 'unknown', timeoutMs: SHORT_MS },
  { what: 'a lost line', failure: { kind: 'drop' }, becomes: 'unknown' },
];

let standIns: StandIns;
let outside: Outside;
let nowhere: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
  const { url: efiUrl, certificates } = standIns.efi;
  outside = openOutside(standIns.url, { url: efiUrl, authority: certificates.server.cert });
  nowhere = openOutside(NOBODY, {
    url: `${NOBODY.replace('http', 'https')}/efi`,
    authority: certificates.server.cert,
  });
});
afterEach(() => standIns.reset());
afterAll(() => Promise.all([outside.http.close(), nowhere.http.close(), standIns.close()]));

describe.each(CLIENTS)('$name', ({ service, call, gives, secret, needsNoAnswer }) => {
  const at = (timeoutMs = TIMEOUT_MS) => ({ url: standIns.url, timeoutMs });
  const failing = (failure: Failure, timeoutMs?: number) => {
    standIns.fail(service, { times: 9, ...failure });
    return call(outside, at(timeoutMs));
  };

  it('gives what was asked for', async () => {
    const answer = await call(outside, at());
    if (typeof answer === 'object' && !Array.isArray(answer)) expect(answer).toMatchObject(gives as object);
    else expect(answer).toEqual(gives);
  });

  const isFailure = ({ failure }: (typeof FAILURES)[number]) =>
    !needsNoAnswer || (failure.kind !== 'html' && failure.kind !== 'empty');
  it.each(FAILURES.filter(isFailure))('calls $what $becomes', async ({ failure, becomes, timeoutMs }) => {
    await expect(failing(failure, timeoutMs)).rejects.toMatchObject({
      name: 'OutsideError',
      problem: becomes,
    });
  });

  it('waits as long as a busy service says', async () => {
    const failure = { kind: 'status', status: 429, headers: { 'retry-after': '7' } } as const;
    await expect(failing(failure)).rejects.toMatchObject({ problem: 'busy', retryAfterMs: 7_000 });
  });

  if (secret !== null)
    it.each(needsNoAnswer ? [401] : [401, 200])(
      'tells of an error without the key, when the service repeats it (%i)',
      async (status) => {
        const body = {
          error: { message: `who is ${secret}?`, code: status },
          said: `nobody knows ${secret}`,
        };
        const error = await failing({ kind: 'status', status, body }).catch((problem: Error) => problem);
        expect(String(error)).toMatch(/^OutsideError: .../);
        expect(String(error)).not.toContain(secret);
      },
    );

  it('follows no redirect', async () => {
    const to = `${standIns.url}/${service}/elsewhere`;
    await expect(failing({ kind: 'redirect', to })).rejects.toMatchObject({ problem: 'refused' });
    expect(standIns.asked(service).filter(({ path }) => path.includes('elsewhere'))).toEqual([]);
  });

  it('knows that nobody was there to be asked', async () => {
    await expect(call(nowhere, { ...at(), url: NOBODY })).rejects.toMatchObject({ problem: 'unreachable' });
  });
});
