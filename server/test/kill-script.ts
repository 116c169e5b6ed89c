import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { withDeadline } from '../src/channels/deadline.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { insertedId } from './fixtures.ts';
import { addPrompt, haveSorted, tryWords } from './kill-ai.ts';
import { makeRules, waitForAgent, waitForDeadline, waitForRule } from './kill-rules.ts';
import { hear, nextDesk, nextWorker, type Scene, type Step, showPicture, write } from './kill-scene.ts';
import { PICTURE } from './picture.ts';
import { EFI_KEYS, EFI_PIX_KEY } from './services/efi.ts';
import { pemOf } from './services/efi-certificates.ts';

const ONE_ROUND_MS = 60_000;
const TURN_MS = { least: 300, most: 10_000 };
export const REST_MS = 60_000;

/** Deletes as the API does; the message is deleted on the network alone, so that its text still counts. */
async function revokeLast({ world }: Scene): Promise<void> {
  await world.database.admin`
    insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, created_at)
    select company_id, connection_id, contact_id, id, 'delete', now() from messages
    where from_me and state = 'sent' and wa_id is not null order by created_at desc limit 1`;
}

/** A customer has waited for a week without a queue, and the connection's rule is a day. */
async function keepWaiting({ world }: Scene): Promise<void> {
  await world.database.admin`
    update connections c set redirect_minutes = 1440,
      redirect_queue_id = (
        select queue_id from connection_queues q where q.company_id = c.company_id and q.connection_id = c.id)`;
  await world.database.admin`
    with contact as (
      insert into contacts (company_id, name) select company_id, 'Waits' from connections returning company_id, id),
    ticket as (
      insert into tickets (company_id, contact_id, connection_id)
      select k.company_id, k.id, c.id from contact k join connections c on c.company_id = k.company_id
      returning company_id, id, connection_id)
    insert into ticket_tracking (company_id, ticket_id, connection_id, created_at)
    select company_id, id, connection_id, now() - interval '7 days' from ticket`;
}

/** A customer says nothing to the bot; that is long enough once the agents have heard of the others. */
async function fallSilent({ world }: Scene): Promise<void> {
  await world.database.admin`
    with contact as (
      insert into contacts (company_id, name) select company_id, 'Silent' from connections returning company_id, id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, answerer, last_message_at)
    select k.company_id, k.id, c.id, q.queue_id, 'optionTree',
      now() - c.bot_silence_minutes * interval '1 minute' + interval '8 seconds'
    from contact k join connections c using (company_id)
    join connection_queues q on q.company_id = c.company_id and q.connection_id = c.id`;
}

/** Somebody new writes, and the bot greets by name, so that no text comes twice. */
async function beGreeted(scene: Scene, text: string): Promise<void> {
  const { world, company, said } = scene;
  await world.database.admin`update queues set greeting_message = 'Welcome, {{name}}'`;
  const number = await company.addCustomer();
  await hear(scene, number, text);
  said.planned?.push({ number, text: `Welcome, Cliente ${number}` });
}

const addProgram = ({ world, company: { companyId }, services }: Scene): Promise<number> =>
  insertedId(world.database.admin`
    insert into queue_integrations (company_id, type, name, url, wait_seconds)
    values (${companyId}, 'webhook', ${crypto.randomUUID()}, ${`${services.url}/n8n/webhook/x`}, 0) returning id`);

/** Somebody new is with the AI, or with a program that hears a webhook. */
async function meetResponder(
  scene: Scene,
  responder: 'prompt' | 'integration',
  text: string,
): Promise<string> {
  const { world, company } = scene;
  const { admin } = world.database;
  const number = await company.addCustomer();
  scene.asking.add(number);
  await hear(scene, number, `${text} for the first time`);
  const arrived = () => admin`select from contacts where number = ${number}`;
  while ((await arrived()).count === 0) await sleep(50);
  const responderId = await (responder === 'prompt' ? addPrompt(scene) : addProgram(scene));
  const column = admin(responder === 'prompt' ? 'prompt_id' : 'integration_id');
  await admin`
    update tickets t set answerer = ${responder}, ${column} = ${responderId}, waiting_since = null, bot_ended = null
    from contacts c
    where c.number = ${number} and t.company_id = c.company_id and t.contact_id = c.id and t.status = 'pending'`;
  return number;
}

/** The AI answers, whatever process dies while it is asked; or, after its time, people have the customer. */
async function askAi(scene: Scene, text: string): Promise<void> {
  const number = await meetResponder(scene, 'prompt', text);
  await hear(scene, number, `[echo] ${text}`);
}

async function failWithAi(scene: Scene, text: string): Promise<void> {
  const number = await meetResponder(scene, 'prompt', text);
  scene.services.fail('openai', { kind: 'status', status: 401 });
  await hear(scene, number, `${text}, which fails`);
}

/** A program is told; nobody knows whether it heard when the process dies, so people follow. */
async function tellProgram(scene: Scene, text: string): Promise<void> {
  const number = await meetResponder(scene, 'integration', text);
  await hear(scene, number, `${text}, which a program hears`);
}

/** A shop hears of every message, whatever process dies meanwhile. */
async function listenIn({ world, company, services }: Scene): Promise<void> {
  await world.database.admin`
    insert into webhooks (company_id, name, url, events)
    values (${company.companyId}, 'Shop', ${`${services.url}/n8n/webhook/shop`}, '{message.received,message.sent}')
    on conflict do nothing`;
}

/** The operator is paid at the bank that is played. */
async function openAccount({ world, services }: Scene): Promise<void> {
  const { admin } = world.database;
  const { seal } = createSecrets({ keyFile: world.config.secretKeyFile });
  const secret = seal(Buffer.from(EFI_KEYS.clientSecret), 'payment_gateway.client_secret');
  const certificate = seal(
    Buffer.from(pemOf(services.efi.certificates.client)),
    'payment_gateway.certificate',
  );
  await admin`insert into payment_settings (pix_key) values (${EFI_PIX_KEY})`;
  await admin`
    insert into payment_gateway (gateway, account, client_secret, certificate, certificate_until)
    values ('efi', ${EFI_KEYS.clientId}, ${secret}, ${certificate}, now() + interval '1 day')`;
}

/** The company owes a month, and its admin pays it at the bank by whatever code the server gives. */
async function payUp(scene: Scene): Promise<void> {
  const { world, company, services, proxy } = scene;
  const { admin } = world.database;
  const { companyId } = company;
  const { email, password } = company.admin;
  const [open] =
    await admin`select id::int from invoices where company_id = ${companyId} and status = 'open'`;
  const invoiceId =
    open?.id ??
    (await insertedId(admin`
      insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
      select ${companyId}, 'Completo', 1, 1, 1, 9900, 1, current_date + count(*)::int
      from invoices where company_id = ${companyId} returning id`));
  if ((await admin`select from payment_gateway`).count === 0) await openAccount(scene);
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await fetch(new URL(path, proxy.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { token: string; txid?: string };
  };
  try {
    const { token } = await ask('/auth/login', { email, password });
    const address = { address2: 'Rua A, 1', city: 'Recife', zipcode: '50010-000', country: 'BR' };
    const { txid } = await ask('/subscription', { invoiceId, firstName: 'Dona Sol', ...address }, token);
    if (!txid || !services.efi.bank.open().some((charge) => charge.txid === txid)) return;
    services.efi.bank.pay({ txid });
    // As the bank's notice does.
    await admin`update charges set look_at = now() where txid = ${txid}`;
  } catch {
    // The API has died over it; the next turn, or the last one, pays.
  }
}

/** What was owed is paid, once, and the bank has made no second charge for it. */
export async function expectPaid(scene: Scene): Promise<void> {
  const { admin } = scene.world.database;
  const owed = () => admin`select from invoices where status = 'open'`;
  if ((await owed()).count > 0) await payUp(scene);
  await expect.poll(async () => (await owed()).count, { timeout: REST_MS }).toBe(0);
  const wrong = await admin`
    select i.id, h.count as charges, a.count as payments from invoices i
    cross join lateral (select count(*)::int from charges where invoice_id = i.id) h
    cross join lateral (select count(*)::int from audit_log
      where entity = 'invoice' and entity_id = i.id::text and changes::text like '%"to": "paid"%') a
    where h.count <> 1 or a.count <> 1`;
  expect([...wrong]).toEqual([]);
  expect(scene.services.efi.bank.open()).toEqual([]);
}

/**
 * Every conversation was put off, and its time has come. Not what still waits for the connection's rule: its day would
 * begin anew.
 */
async function putOff({ world }: Scene): Promise<void> {
  await world.database.admin`
    update tickets set snoozed_until = now() where status <> 'closed' and queue_id is not null`;
}

/** The agent has left something to the server, and it is due. */
async function planAhead({ world, company: { customers }, said }: Scene, text: string): Promise<void> {
  const [number = ''] = customers;
  const made = await world.database.admin`
    insert into schedules (company_id, id, contact_id, body, send_at, due_at)
    select company_id, gen_random_uuid(), id, ${text}, now(), now() from contacts where number = ${number}`;
  if (made.count > 0) said.planned?.push({ number, text });
}

/** A campaign without pauses has somebody new in it, who does not wait for the budget of new chats. */
async function campaign({ world, company, said }: Scene, text: string): Promise<void> {
  const { companyId, connectionId } = company;
  const number = await company.addCustomer();
  await world.database.admin`
    insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables)
    values (${companyId}, 0, 0, 0, '[]') on conflict do nothing`;
  await world.database.admin`
    with campaign as (
      insert into campaigns (company_id, name, status, connection_id, messages, confirmation_messages, started_at)
      values (${companyId}, ${text}, 'EM_ANDAMENTO', ${connectionId}, ${[text, '', '', '', '']},
        ${['', '', '', '', '']}, now()) returning company_id, id)
    insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, known, state)
    select company_id, id, 'Somebody', ${number}, ${number}, 1, ${text}, true, 'queued' from campaign`;
  said.planned?.push({ number, text });
}

/** Actions that lead to a step, besides messages; run before each turn of the talk. */
const PROVOKED: Partial<Record<Step, (scene: Scene, text: string) => Promise<unknown>>> = {
  'edit.committed': async ({ world, company: { phone, customers }, said }, text) => {
    const [from = ''] = customers;
    const { id } = await world.sandbox.commands.send({
      kind: 'text',
      from,
      to: phone,
      text: `${text}, wrong`,
    });
    await world.sandbox.commands.send({ kind: 'edit', from, to: phone, target: id, text });
    said.heard.push({ number: from, text });
  },
  'delete.committed': async ({ world, company: { phone, customers }, said }, text) => {
    const [from = ''] = customers;
    const { id } = await world.sandbox.commands.send({ kind: 'text', from, to: phone, text });
    said.heard.push({ number: from, text });
    await world.sandbox.commands.send({ kind: 'revoke', from, to: phone, target: id });
  },
  'react.committed': async ({ world, company: { phone, customers }, said }, text) => {
    const [from = ''] = customers;
    const { id } = await world.sandbox.commands.send({ kind: 'text', from, to: phone, text });
    said.heard.push({ number: from, text });
    // The reaction is removed: an emoji would be one more text on the network.
    await world.sandbox.commands.send({ kind: 'reaction', from, to: phone, target: id, text: '' });
  },
  'vote.committed': async ({ world, company: { phone, customers }, said }, text) => {
    const [from = ''] = customers;
    const options = ['sim', 'não'];
    const { id } = await world.sandbox.commands.send({ kind: 'poll', from, to: phone, text, options });
    said.heard.push({ number: from, text });
    await world.sandbox.commands.send({ kind: 'vote', from, to: phone, target: id, options: ['sim'] });
  },
  'change.chosen': revokeLast,
  'change.stored': revokeLast,
  'change.accepted': revokeLast,
  'change.recorded': revokeLast,
  'change.undone': async (scene) => {
    // Whatever leaves next is refused: it must not be a message of the talk.
    await heardOut(scene);
    await scene.world.sandbox.commands.configure({ number: scene.company.phone, nackNext: ['404'] });
    await revokeLast(scene);
  },
  'file.postponed': ({ world }) =>
    world.sandbox.commands.configureWorld({ failDownloads: { status: 500, times: 1 } }),
  'send.postponed': ({ world, company }) =>
    world.sandbox.commands.configure({ number: company.phone, nackNext: ['429'] }),
  'send.refused': ({ world, company }) =>
    world.sandbox.commands.configure({ number: company.phone, nackNext: ['404'] }),
  'recipient.chosen': campaign,
  'recipient.stored': campaign,
  'recipient.accepted': campaign,
  'recipient.recorded': campaign,
  'bot.decided': beGreeted,
  'bot.written': beGreeted,
  'turn.began': askAi,
  'turn.answered': askAi,
  'turn.written': askAi,
  'turn.committed': askAi,
  'turn.givenUp': failWithAi,
  'sorting.answered': haveSorted,
  'sorting.written': haveSorted,
  'trial.answered': tryWords,
  'trial.written': tryWords,
  'delivery.kept': tellProgram,
  'charge.begun': payUp,
  'charge.asked': payUp,
  'charge.kept': payUp,
  'payment.heard': payUp,
  'payment.settled': payUp,
  'webhook.heard': listenIn,
  'webhook.noted': listenIn,
  'webhook.ended': listenIn,
  'automation.decided': makeRules,
  'automation.written': makeRules,
  'clock.written': waitForRule,
  'clock.committed': waitForRule,
  'deadline.written': waitForDeadline,
  'deadline.committed': waitForDeadline,
  'assignment.written': waitForAgent,
  'assignment.committed': waitForAgent,
  'rule.written': keepWaiting,
  'rule.committed': keepWaiting,
  'silence.written': fallSilent,
  'silence.committed': fallSilent,
  'return.written': putOff,
  'return.committed': putOff,
  'schedule.written': planAhead,
  'schedule.committed': planAhead,
  'console.left': (scene) => nextDesk(scene),
  'history.stored': ({ company }) => company.addCustomer(),
};

/** On a slow machine the talk must not outrun its receivers. */
async function heardOut({ world, said }: Scene): Promise<void> {
  const end = performance.now() + TURN_MS.most;
  for (let stored = -1; stored < said.heard.length + said.written.length && performance.now() < end; ) {
    await sleep(TURN_MS.least);
    const [row] = await world.database
      .admin`select count(*)::int as stored from messages where state not in ('queued', 'local')`;
    stored = Number(row?.stored);
  }
}

/** Whoever is with a responder says no more: it would be answered, too. */
export const talkersOf = ({ company, asking }: Scene): string[] =>
  company.customers.filter((number) => !asking.has(number));

/** Customers write, a picture among it, and the agent answers, with a picture too, until a program dies. */
export async function talk(scene: Scene, name: Step, until: Promise<unknown>): Promise<void> {
  const [first = ''] = talkersOf(scene);
  const dead = until.then(() => true);
  const isDead = () => Promise.race([dead, new Promise<false>((resolve) => setImmediate(resolve, false))]);
  const end = performance.now() + ONE_ROUND_MS;
  for (let turn = 1; !(await isDead()); turn += 1) {
    if (performance.now() > end) throw new Error(`${name} was never reached`);
    await PROVOKED[name]?.(scene, `${name} has second thoughts ${turn}`);
    for (const number of talkersOf(scene)) await hear(scene, number, `${name} asks ${turn} ${number}`);
    await showPicture(scene, first, `${name} shows ${turn}`);
    for (const number of talkersOf(scene)) await write(scene, number, `${name} answers ${turn} ${number}`);
    await write(scene, first, `${name} sends ${turn}`, PICTURE.toString('base64'));
    await Promise.race([dead, heardOut(scene)]);
  }
}

/** The phone has logged out: its messages until it is linked again are not for this server. */
export async function forget(scene: Scene): Promise<void> {
  await scene.world.sandbox.commands.unlink({ number: scene.company.phone });
  await withDeadline(ONE_ROUND_MS, scene.worker.ended);
  await nextWorker(scene);
  await scene.company.link();
}
