import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxClient } from '../../server/sandbox/client.ts';

/** What somebody does who has just installed a server, by the calls of the console. */
export interface Newcomer {
  /** Makes the first company with the code of `balcao setup`, and signs in. */
  setUp(code: string): Promise<void>;
  /** Links a phone of the simulated WhatsApp. */
  link(): Promise<void>;
  /** A customer writes; resolves when the conversation has it. */
  hear(text: string): Promise<void>;
  /** What that customer has said, as the server tells it. */
  heard(): Promise<string[]>;
  /** Another customer begins a conversation, which waits for a new colleague: what their console needs for it. */
  beginConversation(): Promise<{
    control: string;
    account: { email: string; password: string };
    phone: string;
    customer: string;
    greeting: string;
    ticketId: number;
  }>;
}

const PHONE = '5511999990001';
const CUSTOMER = '5511988880002';
const OTHER_CUSTOMER = '5511988880003';
const ACCOUNT = { email: 'olga@padaria.test', password: 'pão na chapa 7' };
/** An account is at work on one computer. */
const COLLEAGUE = { email: 'ana@padaria.test', password: 'pão na chapa 8' };
const LOOK_MS = 100;
const LIMIT_MS = 60_000;

/** @param control where the simulated WhatsApp is told what its phones do */
export function createNewcomer(server: string, control: string): Newcomer {
  const sandbox = createSandboxClient(control);
  let token = '';

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${server}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async function signIn(): Promise<void> {
    token = (await call<{ token: string }>('POST', '/auth/login', ACCOUNT)).token;
  }

  async function ticketsOf(customer: string): Promise<number[]> {
    const { tickets } = await call<{ tickets: { id: number; contact: { number: string } }[] }>(
      'GET',
      '/tickets?showAll=true',
    );
    return tickets.filter(({ contact }) => contact.number === customer).map(({ id }) => id);
  }

  async function messages(): Promise<string[]> {
    const pages = await Promise.all(
      (await ticketsOf(CUSTOMER)).map((id) =>
        call<{ messages: { body: string; fromMe: boolean }[] }>('GET', `/messages/${id}`),
      ),
    );
    return pages.flatMap(({ messages }) => messages.filter(({ fromMe }) => !fromMe).map(({ body }) => body));
  }

  return {
    async setUp(code) {
      const company = { token: code, companyName: 'Padaria', name: 'Olga', ...ACCOUNT };
      await call('POST', '/setup', company);
      await signIn();
    },
    async link() {
      await sandbox.createPhone({ number: PHONE, name: 'Padaria', company: true });
      await sandbox.createPhone({ number: CUSTOMER, name: 'Maria Souza' });
      const { id } = await call<{ id: number }>('POST', '/whatsapp', { name: 'Balcão', isDefault: true });
      const state = () => call<{ status: string; qrcode: string | null }>('GET', `/whatsapp/${id}`);
      await call('POST', `/whatsappsession/${id}`, {});
      const { qrcode } = await until(state, (connection) => connection.qrcode !== null);
      await sandbox.scan({ number: PHONE, qr: qrcode ?? '' });
      await until(state, ({ status }) => status === 'connected');
    },
    async hear(text) {
      await sandbox.send({ kind: 'text', from: CUSTOMER, to: PHONE, text });
      await until(messages, (texts) => texts.includes(text));
    },
    async heard() {
      await signIn();
      return messages();
    },
    async beginConversation() {
      const greeting = 'Boa tarde';
      await call('POST', '/users', { ...COLLEAGUE, name: 'Ana', profile: 'admin' });
      await sandbox.createPhone({ number: OTHER_CUSTOMER, name: 'Clara' });
      await sandbox.send({ kind: 'text', from: OTHER_CUSTOMER, to: PHONE, text: greeting });
      const [ticketId = 0] = await until(
        () => ticketsOf(OTHER_CUSTOMER),
        (found) => found.length > 0,
      );
      return { control, account: COLLEAGUE, phone: PHONE, customer: OTHER_CUSTOMER, greeting, ticketId };
    },
  };
}

/** @throws Error that shows the last answer when none has fitted within the limit, a minute by default */
export async function until<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  limitMs = LIMIT_MS,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (performance.now() > giveUpAt) throw new Error(`It stays so: ${JSON.stringify(answer)}`);
    await sleep(LOOK_MS);
  }
}
