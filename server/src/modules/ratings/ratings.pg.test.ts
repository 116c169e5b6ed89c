import { getDashboard } from '@balcao/shared/features/dashboard/calls.ts';
import { answerRating, countRatings, listRatings } from '@balcao/shared/features/ratings/calls.ts';
import { beforeEach, expect, it } from 'vitest';
import {
  api,
  company,
  prepare,
  put,
  receive,
  set,
  tickets,
  tokens,
  type Who,
} from '../../conversation/testing/ticket-rules.ts';

/** What those who lead a company read of its ratings, and how they answer. */

prepare();

const list = async (query: Record<string, string> = {}, who: Who = 'admin') =>
  (await api.call(listRatings, { query, token: tokens[who] })).ratings;

const rate = async (scale: string, ...says: string[]) => {
  await set({ userRating: 'enabled', ratingComment: 'enabled', ratingScale: scale });
  await receive('oi');
  const last = (await tickets()).at(-1);
  await put('ana', { status: 'open' });
  await put('ana', { status: 'closed' });
  for (const text of says) await receive(text);
  return last;
};

beforeEach(() => rate('stars', '5', 'Adorei!', 'E voltarei'));

it('shows them with their words, the newest first, to those who lead', async () => {
  api.advance(5 * 60_000);
  await rate('nps', '3');
  expect(await list()).toMatchObject([
    { scale: 'nps', mark: 3, level: 1, user: { name: 'Ana' }, words: [] },
    {
      scale: 'stars',
      mark: 5,
      level: 3,
      contact: { name: 'Maria Souza' },
      words: [
        { body: 'Adorei!', fromMe: false, userName: null },
        { body: 'E voltarei', fromMe: false },
      ],
    },
  ]);
  expect(await list({}, 'admin')).toHaveLength(2);
  await api.refused('ERR_NO_PERMISSION', listRatings, { query: {}, token: tokens.ana });
  await api.refused('ERR_NO_PERMISSION', answerRating, {
    params: { ratingId: 1 },
    body: { body: 'oi' },
    token: tokens.ana,
  });
});

it('narrows them, counts each mark, and goes on behind the last one', async () => {
  api.advance(5 * 60_000);
  await rate('nps', '9');
  const marks = async (query: Record<string, string>) => (await list(query)).map(({ mark }) => mark);
  expect(await marks({ commented: 'true' })).toEqual([5]);
  expect(await marks({ commented: 'false' })).toEqual([9]);
  expect(await marks({ scale: 'nps', mark: '9' })).toEqual([9]);
  expect(await marks({ scale: 'stars', mark: '4' })).toEqual([]);
  expect(await marks({ level: '3' })).toEqual([9, 5]);
  expect(await marks({ level: '1' })).toEqual([]);
  expect(await marks({ userId: String(company.ana.id) })).toEqual([9, 5]);
  expect(await marks({ userId: String(company.bruno.id) })).toEqual([]);
  expect(await marks({ from: '2020-01-01', to: '2020-02-01' })).toEqual([]);
  const [newest] = await list();
  expect(await marks({ after: JSON.stringify([newest?.ratedAt, newest?.id]) })).toEqual([5]);
  expect(await api.call(countRatings, { query: {}, token: tokens.admin })).toEqual({
    marks: [
      { scale: 'nps', mark: 9, count: 1 },
      { scale: 'stars', mark: 5, count: 1 },
    ],
    commented: 1,
  });
});

it('compares marks of several scales by their level in the figures', async () => {
  api.advance(5 * 60_000);
  await rate('nps', '0');
  api.advance(5 * 60_000);
  await rate('satisfaction', '2');
  const { period, attendants } = await api.call(getDashboard, {
    query: { days: '2' },
    token: tokens.admin,
  });
  expect(period.ratings).toEqual({ 1: 1, 2: 1, 3: 1, average: 2 });
  expect(attendants.find(({ name }) => name === 'Ana')).toMatchObject({ rating: 2 });
});

it('answers where the conversation is: the rated ticket reopened, then what is under way', async () => {
  const [rating] = await list();
  const answer = (body: string, who: Who = 'admin') =>
    api.call(answerRating, { params: { ratingId: rating?.id ?? 0 }, body: { body }, token: tokens[who] });
  expect(await answer('Que bom, Maria!')).toMatchObject({ ticketUuid: rating?.ticket.uuid });
  expect(await tickets()).toMatchObject([{ status: 'open', userId: company.admin.id }]);
  const [said] = await api.database.admin`
    select m.body, q.body as quoted, m.state from messages m join messages q on q.id = m.quoted_id
    where m.company_id = ${company.companyId} and m.from_me and m.user_id = ${company.admin.id}`;
  expect(said).toEqual({ body: 'Que bom, Maria!', quoted: 'E voltarei', state: 'queued' });
  // The customer's word reaches whoever answered.
  await receive('Obrigada');
  expect(await tickets()).toMatchObject([{ status: 'open', unread: 1 }]);
  await put('admin', { status: 'closed', silent: true });
  await receive('oi de novo');
  await answer('Estamos aqui');
  expect(await tickets()).toMatchObject([{ status: 'open', userId: company.admin.id }]);
  expect((await list())[0]?.words.map(({ body, userName }) => [body, userName])).toEqual([
    ['Adorei!', null],
    ['E voltarei', null],
    ['Que bom, Maria!', 'Admin'],
    ['Estamos aqui', 'Admin'],
  ]);
  await api.refused('ERR_NO_RATING_FOUND', answerRating, {
    params: { ratingId: 987_654 },
    body: { body: 'oi' },
    token: tokens.admin,
  });
});
