import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accounts } from './accounts.ts';
import { asaas } from './asaas.ts';
import { azureSpeech } from './azure-speech.ts';
import { dialogflow } from './dialogflow.ts';
import { type Bank, playEfi, type SendNotice } from './efi.ts';
import { caFileIn, type EfiCertificates, openEfiCertificates, tlsOf } from './efi-certificates.ts';
import { failWith } from './fail.ts';
import { google } from './google.ts';
import { hub } from './hub.ts';
import { ixc } from './ixc.ts';
import { mailLogin } from './mail-login.ts';
import { mkauth } from './mkauth.ts';
import { n8n } from './n8n.ts';
import { groq, openAi } from './open-ai.ts';
import { type Asked, FAILURE, type Failure, readJson, readText, type StandIn } from './stand-in.ts';
import { telegram } from './telegram.ts';
import { typebot } from './typebot.ts';
import { whatsappCloud } from './whatsapp-cloud.ts';

/** Every service that is played over plain HTTP; Efí asks for certificates, and has a server of its own. */
const SERVICES = [
  openAi,
  groq,
  azureSpeech,
  google,
  dialogflow,
  n8n,
  typebot,
  ixc,
  mkauth,
  asaas,
  telegram,
  whatsappCloud,
  hub,
  accounts,
  mailLogin,
] as const satisfies StandIn[];
export type ServiceName = (typeof SERVICES)[number]['name'] | 'efi';

/** The services outside, played by one program. Nothing in it depends on clocks or chance. */
export interface StandIns {
  url: string;
  efi: {
    url: string;
    caFile: string;
    certificates: EfiCertificates;
    bank: Bank;
  };
  /** What a service was asked, the oldest first. */
  asked(service: ServiceName): Asked[];
  /** What becomes of its next requests; the failures that were said before come first. */
  fail(service: ServiceName, failure: Failure): void;
  /** All is as at the beginning: nothing asked, nothing remembered, nothing fails. */
  reset(): void;
  close(): Promise<void>;
}

/** What the control of one service needs. */
interface Played {
  asked: Asked[];
  failures: Failure[];
  reset(): void;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

interface Options {
  /** A port of loopback; 0: a free one. */
  port?: number;
  efiPort?: number;
  /** Keeps certificates; absent: they end with the stand-ins. */
  dir?: string | undefined;
  /** How the bank tells of payments; absent: over HTTP. */
  sendNotice?: SendNotice | undefined;
}

const LISTENING = { bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true } as const;

export async function startStandIns({
  port = 0,
  efiPort = 0,
  dir: kept,
  sendNotice,
}: Options = {}): Promise<StandIns> {
  const dir = kept ?? (await mkdtemp(join(tmpdir(), 'balcao-services-')));
  const certificates = openEfiCertificates(dir);
  const { standIn: efi, bank } = playEfi(sendNotice);
  const app = takingBytes(Fastify(LISTENING));
  // Its type says how it listens, which is nobody's business below.
  const secure = takingBytes(
    Fastify({ ...LISTENING, https: tlsOf(certificates) }) as unknown as FastifyInstance,
  );

  const services = new Map<string, Played>(SERVICES.map((service) => [service.name, play(app, service)]));
  services.set(efi.name, play(secure, efi));
  const of = (service: string): Played => {
    const played = services.get(service);
    if (!played) throw Object.assign(new Error(`nobody plays ${service}`), { statusCode: 404 });
    return played;
  };
  const reset = () => {
    for (const { asked, failures, reset } of services.values()) {
      asked.length = 0;
      failures.length = 0;
      reset();
    }
  };
  const fail = (service: string, failure: Failure) => {
    of(service).failures.push({ ...failure });
  };
  addControl(app, { fail, reset, asked: (service) => of(service).asked });
  addBank(app, bank);

  const url = await app.listen({ host: '127.0.0.1', port });
  const efiUrl = await secure.listen({ host: '127.0.0.1', port: efiPort });
  return {
    url,
    efi: { url: `${efiUrl}/efi`, caFile: caFileIn(dir), certificates, bank },
    asked: (service) => [...of(service).asked],
    fail,
    reset,
    async close() {
      await Promise.all([app.close(), secure.close()]);
      if (kept === undefined) await rm(dir, { recursive: true, force: true });
    },
  };
}

function takingBytes(app: FastifyInstance): FastifyInstance {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Lets a service answer below its name. Whatever it is asked is kept, and may fail, also where it has no route. */
function play(app: FastifyInstance, service: StandIn): Played {
  const played: Played = { asked: [], failures: [], reset: () => {} };
  app.register(
    async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        const { method, url: path, headers } = request;
        played.asked.push({
          method,
          path,
          headers,
          body: readJson(request) ?? (readText(request) || undefined),
        });
        const failure = nextOf(played.failures);
        if (failure?.kind === 'slow') await sleep(failure.ms);
        else if (failure) return failWith(failure, request, reply);
      });
      scope.setNotFoundHandler((request, reply) => reply.code(404).send({ error: `no ${request.url}` }));
      played.reset = service.start(scope).reset;
    },
    { prefix: `/${service.name}` },
  );
  return played;
}

function nextOf(failures: Failure[]): Failure | undefined {
  const [failure] = failures;
  if (!failure) return;
  failure.times = (failure.times ?? 1) - 1;
  if (failure.times <= 0) failures.shift();
  return failure;
}

/** The same for tests and people in other processes. */
function addControl(
  app: FastifyInstance,
  control: { fail(service: string, failure: Failure): void; asked(service: string): Asked[]; reset(): void },
): void {
  app.post<{ Params: { service: string } }>('/control/:service/next', async (request, reply) => {
    const failure = FAILURE.safeParse(readJson(request));
    if (!failure.success) return reply.code(400).send({ error: failure.error.message });
    control.fail(request.params.service, failure.data);
    return reply.code(204).send();
  });
  app.get<{ Params: { service: string } }>('/control/:service/asked', async ({ params }) =>
    control.asked(params.service),
  );
  app.delete('/control', async (_request, reply) => {
    control.reset();
    return reply.code(204).send();
  });
}

/** A phone scans a code, and the bank takes the money. */
function addBank(app: FastifyInstance, bank: Bank): void {
  app.get('/control/efi/open', async () => bank.open());
  app.post('/control/efi/pay', async (request, reply) => {
    const what = PAYMENT.safeParse(readJson(request));
    if (!what.success) return reply.code(400).send({ error: what.error.message });
    try {
      const txid = bank.pay(what.data);
      // Whether anybody hears of it changes nothing for whoever has paid.
      await bank.notify(txid).catch(() => null);
      return reply.send({ txid });
    } catch (error) {
      return reply.code(409).send({ error: (error as Error).message });
    }
  });
}

/** A payment without a code pays the newest that can be paid. */
const PAYMENT = z
  .object({ code: z.string().optional() })
  .transform(({ code }) => (code === undefined ? {} : { code }));
