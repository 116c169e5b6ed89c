// `pnpm e2e:n8n`: a real n8n answers a customer. Installs it first, which takes minutes, 2.9 GB, and what node-gyp needs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMPANY, MARIA } from '../desktop/e2e/phones.ts';
import { PASSWORD } from '../server/src/demo/accounts.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import { eventually } from '../server/test/eventually.ts';
import { createPrograms, serverEnv, startPhones } from '../server/test/programs.ts';
import { showQrToSandbox } from './camera.ts';
import { installN8n, startN8n } from './n8n.ts';
import { makeTestFolder } from './test-folder.ts';

const START_MS = 60_000;
const ANSWER_MS = 20_000;
const QUESTION = 'Onde está o meu pedido?';

/** Says what it was told, in the words that the customer is to read. */
const WORKFLOW = {
  id: 'balcao',
  name: 'Balcão',
  active: false,
  settings: {},
  nodes: [
    {
      id: 'told',
      name: 'Told',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'balcao',
      parameters: { httpMethod: 'POST', path: 'balcao', responseMode: 'responseNode' },
    },
    {
      id: 'answer',
      name: 'Answer',
      type: 'n8n-nodes-base.respondToWebhook',
      typeVersion: 1.1,
      position: [200, 0],
      parameters: {
        respondWith: 'json',
        responseBody:
          "={{ JSON.stringify({ messages: [{ type: 'text', text: 'n8n: ' + $json.body.data.message?.body }] }) }}",
      },
    },
  ],
  connections: { Told: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
};

const stops: (() => Promise<void>)[] = [];
const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  say('Installing n8n …');
  installN8n();
  say('Starting n8n …');
  const dir = makeTestFolder();
  const n8nDir = join(dir, 'n8n');
  mkdirSync(n8nDir);
  const n8n = await startN8n(n8nDir, WORKFLOW);
  stops.push(n8n.stop);
  say(`Its log: ${n8n.logFile}`);
  const { call, phones } = await startBalcao(dir, new URL(n8n.url).host);
  await giveQueue(call, `${n8n.url}/webhook/balcao`);
  say(`A customer writes: ${QUESTION}`);
  await phones.send({ kind: 'text', from: MARIA, to: COMPANY, text: QUESTION });
  const text = `n8n: ${QUESTION}`;
  await phones.waitForMessage({ number: MARIA, text, progress: 'delivered', timeoutMs: ANSWER_MS });
  say(`And reads: ${text}`);
}

type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>;

/** A shop before its first day, its phone linked, and its admin signed in. */
async function startBalcao(dir: string, allowed: string) {
  say('Starting Balcão …');
  const database = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), durable: false, log: () => {} });
  stops.push(database.stop);
  const { info, commands: phones, stop } = await startPhones(join(dir, 'phones'));
  stops.push(stop);
  const programs = createPrograms();
  stops.push(programs.stop);
  const { ready } = programs.start<{ url: string }>('server/src/main.ts', ['--with-parent'], {
    ...serverEnv(join(dir, 'server'), database.url, info),
    BALCAO_DEMO: 'empty',
    OUTGOING_ALLOW: allowed,
  });
  const { url } = await ready;
  stops.push(showQrToSandbox(database.url, info.control));
  const isLinked = () => phones.scan({ number: COMPANY }).then(Boolean, () => false);
  await eventually(isLinked, Boolean, START_MS);
  await phones.waitForCompanion({ number: COMPANY, timeoutMs: START_MS });
  return { phones, call: await signIn(url) };
}

async function signIn(url: string): Promise<Call> {
  let token = '';
  const call: Call = async <T>(method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const person = { email: 'admin@demo.balcao.test', password: PASSWORD };
  ({ token } = await call<{ token: string }>('POST', '/auth/login', person));
  return call;
}

/** Once the workflow answers the trial of the integration's form, it answers for the one queue that there is. */
async function giveQueue(call: Call, urlN8N: string): Promise<void> {
  const integration = { type: 'n8n', name: 'n8n', urlN8N, waitSeconds: 0 };
  const trial = () =>
    call<{ ok: boolean; error: string | null }>('POST', '/queueIntegration/test', integration);
  await eventually(trial, ({ ok }) => ok, START_MS);
  const { id: integrationId } = await call<{ id: number }>('POST', '/queueIntegration', integration);
  const [queue] = await call<{ id: number }[]>('GET', '/queue');
  await call('PUT', `/queue/${queue?.id}`, { integrationId });
}

// The end of this process removes what it has made, and ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
let code = 0;
try {
  await main();
} catch (error) {
  code = 1;
  say(error instanceof Error ? error.message : String(error));
}
for (const stop of stops.toReversed()) await stop();
process.exit(code);
