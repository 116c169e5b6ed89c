import { readFile } from 'node:fs/promises';
import { createCampaign } from '@balcao/shared/features/campaigns/calls.ts';
import { createConnection, updateConnection } from '@balcao/shared/features/connections/calls.ts';
import type { Channel, IdentityKind } from '@balcao/shared/features/connections/channel.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { GivenCredentials } from '@balcao/shared/features/connections/credentials.ts';
import { getDashboard } from '@balcao/shared/features/dashboard/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { createPrompt } from '@balcao/shared/features/prompts/calls.ts';
import { createSchedule } from '@balcao/shared/features/schedules/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { createWebhook } from '@balcao/shared/features/webhooks/calls.ts';
import { WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { givePlan } from '../../test/fixtures.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { companyKey } from '../../test/program-token.ts';
import { HUB_CHANNEL_IDS, HUB_TOKEN } from '../../test/services/hub.ts';
import { hubPeople } from '../../test/services/hub-people.ts';
import { type MailPair, startMailPair } from '../../test/services/mail-pair.ts';
import { mailPeople } from '../../test/services/mail-people.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { BOT_TOKEN } from '../../test/services/telegram.ts';
import { telegramPeople } from '../../test/services/telegram-people.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import { freePort } from '../platform/free-port.ts';

/** What the counter does for customers by itself and by hand, on messengers that are not WhatsApp. */

let world: LocalWorld;
let services: StandIns;
let mails: MailPair;
let api: TestApi;
let company: PhoneCompany;
let admin: string;

beforeAll(async () => {
  services = await startStandIns();
  mails = await startMailPair();
  const port = await freePort();
  const env = {
    OUTGOING_ALLOW: [new URL(services.url).host, ...mails.addresses].join(','),
    OUTGOING_STAND_IN: services.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  world = await startWorld({ database: createTestDatabase(), env });
  api = await startApi({ beside: world, env });
  await api.app.listen({ host: '127.0.0.1', port });
  company = await world.addCompany();
  await givePlan(sql(), company.companyId);
  admin = await api.signIn(company.admin);
  await world.startSessions();
  await sql()`insert into settings (company_id, key, value) values (${company.companyId}, 'userRating', 'enabled')`;
  for (const side of Object.values(SIDES)) {
    const { kind } = side;
    const body = { kind, name: kind, credentials: side.credentials() };
    side.connectionId = (await api.call(createConnection, { body, token: admin })).id;
  }
  const connected = () => sql()`
    select from connections where company_id = ${company.companyId} and status = 'connected' and kind <> 'whatsapp'`;
  await eventually(connected, ({ count }) => count === 3);
});
afterAll(async () => {
  await api.stop();
  await world.stop();
  await services.close();
  await mails.stop();
});

const sql = () => world.database.admin;

const CLOSED = WEEKDAYS.map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTime: '00:00',
  endTime: '00:00',
}));

/** What a customer was sent. */
interface Got {
  text: string;
  /** How it looks, where the messenger shows that. */
  marks: string[];
  /** What a file is shown as; null: words. */
  file: string | null;
}

interface Side {
  kind: 'telegram' | 'hub' | 'mail';
  channel: Channel;
  identity: IdentityKind;
  credentials(): GivenCredentials;
  connectionId: number;
  customer(name: string): {
    who: string;
    says(text: string): Promise<string>;
    /** Absent where nobody sends speech. */
    sendsVoice?(bytes: Buffer): Promise<string>;
    got(): Promise<Got[]>;
  };
}

let people = 52_000_000;
const MAILBOX = 'contato@loja.test';
const SIDES: Record<'Telegram' | 'Instagram' | 'e-mail', Side> = {
  Telegram: {
    kind: 'telegram',
    channel: 'telegram',
    identity: 'telegram',
    credentials: () => ({ botToken: BOT_TOKEN }),
    connectionId: 0,
    customer(name) {
      const { who, says, sendsVoice, calls } = telegramPeople(services.url).customer(++people, name);
      const got = async () =>
        (await calls())
          .filter(({ method }) => method.startsWith('send') && method !== 'sendChatAction')
          .map(({ method, params }) => ({
            text: String(params.text ?? params.caption ?? ''),
            marks: ((params.entities ?? []) as { type: string }[]).map(({ type }) => type),
            file: method === 'sendMessage' ? null : method.replace('send', '').toLowerCase(),
          }));
      return { who, says, sendsVoice, got };
    },
  },
  Instagram: {
    kind: 'hub',
    channel: 'instagram',
    identity: 'instagram',
    credentials: () => ({
      hubToken: HUB_TOKEN,
      channelId: HUB_CHANNEL_IDS.instagram,
      channel: 'instagram',
    }),
    connectionId: 0,
    customer(name) {
      const { who, says, sendsVoice, got } = hubPeople(services.url).customer(String(++people), name);
      return {
        who,
        says,
        sendsVoice,
        got: async () =>
          (await got()).map(({ contents: [content] }) => ({
            text: content?.text ?? content?.fileCaption ?? '',
            marks: [],
            file: content?.type === 'file' ? (content.fileMimeType ?? '') : null,
          })),
      };
    },
  },
  'e-mail': {
    kind: 'mail',
    channel: 'mail',
    identity: 'email',
    credentials: () => mails.credentialsOf(MAILBOX),
    connectionId: 0,
    customer(name) {
      const { who, says, letters } = mailPeople(mails, MAILBOX).customer(`cliente@${++people}.test`, name);
      const got = async () =>
        (await letters()).map(({ text, html, files }) => ({
          text,
          marks: [...html.matchAll(/<(b|i)>/g)].map(([, tag]) => (tag === 'b' ? 'bold' : 'italic')),
          file: files.length > 0 ? 'file' : null,
        }));
      return { who, says, got };
    },
  },
};

/** What a service is asked from now on. */
function since(service: 'openai' | 'azure') {
  const { length } = services.asked(service);
  return () => services.asked(service).slice(length);
}

/** How the connection behaves in this test alone. */
const behave = (side: Side, rules: object) =>
  api.call(updateConnection, {
    params: { whatsappId: side.connectionId },
    body: {
      name: side.kind,
      queueIds: [],
      greetingMessage: '',
      completionMessage: '',
      outOfHoursMessage: '',
      ratingMessage: '',
      promptId: null,
      ...rules,
    },
    token: admin,
  });

async function ticketOf(side: Side, who: string) {
  const find = () => sql()<{ id: number; contactId: number; queueId: number | null; rate: number | null }[]>`
    select t.id::int, t.contact_id::int as "contactId", t.queue_id::int as "queueId", k.rate from contact_identities i
    join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
    left join ticket_tracking k on k.company_id = t.company_id and k.ticket_id = t.id and k.rate is not null
    where i.kind = ${side.identity} and i.value like ${`%${who}`} and t.connection_id = ${side.connectionId}`;
  const [ticket] = await eventually(find, ({ length }) => length === 1);
  return { ...ticket!, now: async () => (await find())[0]! };
}

const change = (ticketId: number, body: object) =>
  api.call(updateTicket, { params: { ticketId }, body, token: admin });

describe.each(Object.entries(SIDES))('on %s', (name, side) => {
  it('the menu is text, a long greeting comes whole, and ends with a goodbye and a rating', async () => {
    const greetingMessage = `${'Bem-vindo à padaria. '.repeat(80)}\n\nEscolha:`;
    const { sales, support } = company.queues;
    const rules = { greetingMessage, ratingMessage: 'Nota?', completionMessage: 'Volte sempre!' };
    await behave(side, { queueIds: [sales, support], ...rules });
    const ana = side.customer('Ana');
    await ana.says('Oi');
    const texts = async () => (await ana.got()).map(({ text }) => text);
    const menu = await eventually(texts, (all) => all.some((text) => /\[ 1 \] - Vendas/.test(text)));
    expect(menu.join(' ').match(/Bem-vindo/g)).toHaveLength(80);
    const ticket = await ticketOf(side, ana.who);
    await ana.says('1');
    await eventually(ticket.now, ({ queueId }) => queueId === sales);
    await change(ticket.id, { status: 'open' });
    await change(ticket.id, { status: 'closed' });
    await eventually(texts, (all) => all.some((text) => text.includes('Nota?')));
    await ana.says('3');
    await eventually(ticket.now, ({ rate }) => rate === 3);
    await eventually(texts, (all) => all.includes('Volte sempre!'));
  });

  it('what people write, schedule and attach arrives as the messenger shows it', async () => {
    await behave(side, {});
    const bia = side.customer('Bia');
    await bia.says('Oi');
    const { id, contactId } = await ticketOf(side, bia.who);
    await change(id, { status: 'open' });
    const mediaId = crypto.randomUUID();
    const file = await api.deps.storage.put(company.companyId, Buffer.from('%PDF-1.4'), { limit: 1_000 });
    await file.settle(async (path) => {
      await sql()`insert into media (company_id, id, state, mime, name, size, path, uploaded_by)
        values (${company.companyId}, ${mediaId}, 'stored', 'application/pdf', 'tabela.pdf', 8, ${path}, ${company.admin.id})`;
      return true;
    });
    const body = '*Ana:*\nveja _agora_ https://x.example/a_b_';
    await api.call(sendMessage, { params: { ticketId: id }, body: { body }, token: admin });
    await api.call(sendMessage, {
      params: { ticketId: id },
      body: { body: '*Tabela*', mediaId },
      token: admin,
    });
    const schedule = { contactId, body: 'Lembrete', sendAt: new Date(Date.now() - 60_000).toISOString() };
    await api.call(createSchedule, {
      body: { ...schedule, connectionId: side.connectionId },
      token: admin,
    });
    await api.run('scheduled messages');
    const got = await eventually(bia.got, ({ length }) => length === 3);
    const isTelegram = side.channel === 'telegram';
    const isMail = side.channel === 'mail';
    expect(got).toEqual([
      {
        text: 'Ana:\nveja agora https://x.example/a_b_',
        marks: isTelegram || isMail ? ['bold', 'italic'] : [],
        file: null,
      },
      { text: 'Tabela', marks: isMail ? ['bold'] : [], file: isTelegram ? 'document' : 'file' },
      { text: 'Lembrete', marks: [], file: null },
    ]);
  });

  it('out of hours the customer is told so, once', async () => {
    await behave(side, { outOfHoursMessage: 'Estamos fechados.' });
    await sql()`insert into settings (company_id, key, value) values (${company.companyId}, 'scheduleType', 'company')
      on conflict (company_id, key) do update set value = 'company'`;
    await sql()`update companies set schedules = ${JSON.stringify(CLOSED)}::text::jsonb where id = ${company.companyId}`;
    const davi = side.customer('Davi');
    await davi.says('Oi');
    await davi.says('Alguém?');
    await eventually(davi.got, ({ length }) => length > 0);
    const { id } = await ticketOf(side, davi.who);
    await eventually(
      () => sql()`select from messages where ticket_id = ${id} and not from_me`,
      ({ count }) => count === 2,
    );
    expect(await davi.got()).toMatchObject([{ text: 'Estamos fechados.' }]);
    await sql()`update settings set value = 'disabled' where company_id = ${company.companyId} and key = 'scheduleType'`;
  });

  it('programs are told the channel, answer by contact, and a campaign begins where it may', async () => {
    await behave(side, {});
    const body = { name, url: `${services.url}/n8n/webhook/${side.kind}`, events: ['message.received'] };
    const hook = await api.call(createWebhook, { body, token: admin });
    await fetch(`${services.url}/n8n/secrets/${side.kind}`, { method: 'PUT', body: hook.secret });
    const eva = side.customer('Eva');
    await eva.says('Oi');
    const { contactId } = await ticketOf(side, eva.who);
    const told = await eventually(
      async () => {
        await api.app.calls.drain();
        return services.asked('n8n').filter(({ path }) => path.endsWith(`/webhook/${side.kind}`));
      },
      ({ length }) => length > 0,
    );
    expect(told[0]?.body).toMatchObject({
      data: { ticket: { channel: side.channel }, contact: { number: '' } },
    });
    const token = await companyKey(sql(), company, 'write');
    const wish = { whatsappId: side.connectionId, body: 'Seu pedido saiu.' };
    const sent = await api.call(sendApiMessage, { body: { ...wish, contactId }, token });
    expect(sent.channel).toBe(side.channel);
    await eventually(eva.got, (all) => all.some(({ text }) => text === 'Seu pedido saiu.'));
    await api.refused('ERR_CHANNEL_NO_NUMBERS', sendApiMessage, {
      body: { ...wish, number: '5511987654321' },
      token,
    });
    const campaign = { body: { name: 'Oferta', whatsappId: side.connectionId }, token: admin };
    if (featuresOf(side).campaigns) await api.call(createCampaign, campaign);
    else await api.refused('ERR_CHANNEL_NO_CAMPAIGNS', createCampaign, campaign);
    const { connections } = await api.call(getDashboard, { query: { days: '1' }, token: admin });
    expect(connections).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: side.connectionId, name: side.kind })]),
    );
  });
});

// Last, because it moves the clock.
it.each(Object.entries(SIDES))(
  'on %s the AI knows where it talks, hears what is spoken, and speaks only where a recording is played as speech',
  async (name, side) => {
    const made = await api.call(createPrompt, {
      body: {
        name: `Vendedora ${name}`,
        prompt: 'Você atende a loja.',
        apiKey: 'sk-secret',
        voice: 'pt-BR-FranciscaNeural',
        voiceKey: 'azure-key',
        voiceRegion: 'brazilsouth',
        queueId: company.queues.support,
      },
      token: admin,
    });
    await behave(side, { promptId: made.id });
    const [asked, spoken] = [since('openai'), since('azure')];
    const caio = side.customer('Caio');
    await caio.says('Qual o horário?');
    await ticketOf(side, caio.who);
    const answers = async (count: number) => {
      // The wait for further words is over, and nobody's patience is.
      api.advance(4_000);
      const drained = async () => {
        await api.app.calls.drain();
        return caio.got();
      };
      return eventually(drained, ({ length }) => length >= count);
    };
    const answered = await answers(1);
    const [question] = asked().map(({ body }) => body as { messages: { content: string }[] });
    expect(question?.messages[0]?.content).toContain(name);
    expect(question?.messages[0]?.content).not.toContain('WhatsApp');
    expect(answered).toMatchObject([{ file: side.channel === 'telegram' ? 'voice' : null }]);
    expect(spoken()).toHaveLength(side.channel === 'telegram' ? 1 : 0);
    if (!caio.sendsVoice) return;
    await caio.sendsVoice(await readFile(new URL('../../test/services/files/voice.ogg', import.meta.url)));
    const fetched = () => sql()`
      select from messages m join media f on f.company_id = m.company_id and f.id = m.media_id
      where m.connection_id = ${side.connectionId} and not m.from_me and f.voice and f.state = 'stored'`;
    await eventually(fetched, ({ count }) => count === 1);
    await answers(2);
    expect(asked().filter(({ path }) => path.endsWith('/transcriptions'))).toHaveLength(1);
  },
);
