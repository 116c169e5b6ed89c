import { type TrialAnswer, tryBot } from '@balcao/shared/features/bot/calls.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import { tableChecksums } from '../../../test/probe.ts';

/** A phone plays the conversation with the bot, and the rows stay as they are. */

let api: TestApi;
let company: CompanyFixture;
let admin: string;
const mediaId = crypto.randomUUID();

const NOON = '2026-03-10T12:00:00-03:00';
const NIGHT = '2026-03-10T23:00:00-03:00';
const QUEUES = '[ 1 ] - Vendas\n[ 2 ] - Suporte';
const LEVEL = '[ 1 ] - Preços\n[ 2 ] - Falar com alguém\n[ # ] - Menu principal';
const PRICES = 'De que tipo?\n\n[ 1 ] - Atacado\n[ 2 ] - Nada mais\n[ 0 ] - Voltar\n[ # ] - Menu principal';

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Loja');
  admin = await api.signIn(company.admin);
  await api.call(uploadMedia, { params: { mediaId }, body: PICTURE, token: admin });
  const { admin: sql } = api.database;
  const { companyId, connectionId, queues } = company;
  await sql`update connections set greeting_message = 'Oi, {{firstName}}!', out_of_hours_message = 'Fechado.'
    where id = ${connectionId}`;
  await sql`insert into connection_queues (company_id, connection_id, queue_id)
    values (${companyId}, ${connectionId}, ${queues.sales}) on conflict do nothing`;
  await sql`update queues set order_queue = case when name = 'Vendas' then 1 else 2 end,
    greeting_message = 'Aqui é de {{queue}}.', media_id = case when name = 'Vendas' then ${mediaId}::uuid end
    where company_id = ${companyId}`;
  const week = WEEKDAYS.map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTime: '08:00',
    endTime: '18:00',
  }));
  await sql`update companies set timezone = 'America/Sao_Paulo', schedules = ${sql.json(week as never)}
    where id = ${companyId}`;
  await sql`insert into settings (company_id, key, value) values (${companyId}, 'scheduleType', 'company')`;
  const option = (parent: number | null, place: number, title: string, more: object): Promise<number> =>
    insertedId(
      sql`insert into queue_options ${sql({
        company_id: companyId,
        queue_id: queues.sales,
        parent_id: parent,
        option: place,
        title,
        ...more,
      })} returning id`,
    );
  const prices = await option(null, 1, 'Preços', { message: 'De que tipo?' });
  await option(null, 2, 'Falar com alguém', {});
  await option(prices, 1, 'Atacado', { message: 'A partir de 10.' });
  await option(prices, 2, 'Nada mais', { message: 'Obrigado!', action: 'close' });
});
afterAll(() => api.stop());

interface Play {
  connectionId?: number | null;
  at?: string;
  contactName?: string;
}

/** A phone: it says one text after the other, and remembers where the bot has led it. */
function phone({ connectionId = company.connectionId, at = NOON, contactName = 'Maria Souza' }: Play = {}) {
  let answer: TrialAnswer | null = null;
  let clock = new Date(at).getTime();
  return async (text: string | null) => {
    // Longer than anybody goes on writing after a menu.
    clock += 10_000;
    const body = { connectionId, state: answer?.state ?? null, text, at: new Date(clock), contactName };
    // As consoles send it.
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const params = { queueId: company.queues.sales };
    answer = await api.call(tryBot, { params, body, headers, token: admin });
    const said = answer.lines.filter(({ mediaType }) => mediaType !== 'event');
    const events = answer.lines.filter(({ mediaType }) => mediaType === 'event');
    return {
      ...answer,
      said: said.map(({ body: words, media }) => media?.id ?? words),
      events: events.map(({ body: event }) => readTicketEvent(event)),
    };
  };
}

it('plays a menu of two levels as the customer would see it, and writes nothing', async () => {
  const rows = () => tableChecksums(api.database.admin, company.companyId);
  const before = await rows();
  const says = phone();
  expect(await says('Olá')).toMatchObject({
    said: [`Oi, Maria!\n\n${QUEUES}`],
    reason: 'queueMenu',
    isOpen: true,
  });
  expect(await says(null)).toMatchObject({ reason: 'notUnderstood', read: null });
  expect(await says('1')).toMatchObject({
    said: [`Aqui é de Vendas.\n\n${LEVEL}`, mediaId],
    events: [{ kind: 'chose', what: 'queue', name: 'Vendas' }],
    reason: 'queueChosen',
  });
  expect(await says('preços')).toMatchObject({ said: [PRICES], reason: 'options' });
  expect(await says('0')).toMatchObject({ said: [LEVEL], reason: 'levelUp' });
  expect(await says('quero saber os preços')).toMatchObject({ reason: 'options', read: 'precos' });
  expect(await says('1')).toMatchObject({
    said: ['A partir de 10.'],
    events: [{ kind: 'chose' }, { kind: 'handedOver', cause: 'done' }],
    reason: 'leaf',
  });
  expect(await says('Quero 12')).toMatchObject({ said: [], events: [], reason: 'ended' });
  await says('#');
  await says('1');
  await says('1');
  expect(await says('2')).toMatchObject({ said: ['Obrigado!'], closes: true, reason: 'ending' });
  expect(await rows()).toEqual(before);
});

it('is closed at any night, and tells so once', async () => {
  const says = phone({ at: NIGHT });
  expect(await says('Olá')).toMatchObject({
    said: ['Fechado.'],
    events: [{ kind: 'handedOver', cause: 'closed' }],
    reason: 'closed',
    isOpen: false,
  });
  expect(await says('Alguém?')).toMatchObject({ said: [], reason: 'closedTold' });
});

it('plays a queue that no connection offers as if one offered it alone', async () => {
  const says = phone({ connectionId: null });
  expect(await says('Olá')).toMatchObject({
    said: ['Aqui é de Vendas.\n\n[ 1 ] - Preços\n[ 2 ] - Falar com alguém', mediaId],
    reason: 'options',
  });
});

it('knows no queue, connection or option of another company', async () => {
  const other = await createCompany(api.database.admin, 'Outra');
  const body = { connectionId: null, state: null, text: 'Olá', at: NOON };
  const ask = (queueId: number, more: object) => ({
    params: { queueId },
    body: { ...body, ...more },
    token: admin,
  });
  await api.refused('ERR_NO_QUEUE_FOUND', tryBot, ask(other.queues.sales, {}));
  await api.refused(
    'ERR_NO_WAPP_FOUND',
    tryBot,
    ask(company.queues.sales, { connectionId: other.connectionId }),
  );
  const { state } = await phone()('Olá');
  const theirs = { ...state, answerer: 'optionTree', queueId: other.queues.sales, optionId: 987_654 };
  const lost = await api.call(
    tryBot,
    ask(company.queues.sales, { connectionId: company.connectionId, state: theirs }),
  );
  expect(lost).toMatchObject({ lines: [{ body: expect.stringContaining(QUEUES) }], reason: 'queueMenu' });
});
