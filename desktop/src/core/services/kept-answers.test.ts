import { routeKey } from '@balcao/shared/contract/call.ts';
import { getDashboardNow, getDashboardSources } from '@balcao/shared/features/dashboard/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { expect, it } from 'vitest';
import { startStubServer, stubUser } from '../../../test/stub-server.ts';
import { codeOf, disk, LOGIN, openCorePlace } from '../testing/core-place.ts';

const place = openCorePlace();

const source = (count: number) => ({
  ...{ kind: 'ad', source: 'frete', title: 'Frete', sourceId: '1', app: '', count },
  ...{ answered: 0, tagged: 0, finished: 0 },
});
const now = {
  ...{ waiting: { count: 0, since: null }, lists: { pending: 0, chatbot: 0, open: 0 } },
  ...{ unseen: 0, unseenQueueIds: [], queue: [], people: [] },
};
const sourcesOf = (days: number | string) => ({
  route: routeKey(getDashboardSources),
  input: { query: { days: String(days) } },
});
const nowCall = { route: routeKey(getDashboardNow), input: {} };

/** It answers the figures: of so many days as many conversations. */
const answerFigures = () =>
  place.server.answerWith(({ url = '' }, response) => {
    const days = Number(new URL(url, 'http://server').searchParams.get('days'));
    const answers = { '/auth/me': stubUser, '/dashboard/now': now };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers[url as keyof typeof answers] ?? [source(days)]));
  });

it('shows after a restart without a server what it was shown last, with its time, and takes it along when its person leaves', async () => {
  const kept = disk();
  const first = await place.signIn(kept);
  const started = Date.now();
  answerFigures();
  expect(await first.screen.invoke('api.kept', sourcesOf(7))).toEqual({ answer: [source(7)], keptAt: null });
  // The question of this moment is asked every few seconds, and takes the place of no other.
  for (let days = 1; days <= 30; days += 1) await first.screen.invoke('api.kept', nowCall);
  await first.screen.invoke('api.kept', sourcesOf(30));
  await first.stop();
  const port = Number(new URL(place.server.url).port);
  await place.server.close();

  const second = await place.start(kept);
  const read = async (days: number | string) => second.screen.invoke('api.kept', sourcesOf(days));
  expect((await read(7)).answer).toEqual([source(7)]);
  const { answer, keptAt } = await read(90);
  expect(answer).toEqual([source(30)]);
  expect(Date.parse(keptAt ?? '')).toBeGreaterThanOrEqual(started);
  expect((await second.screen.invoke('api.kept', nowCall)).answer).toEqual(now);
  // What is kept of nothing else is shown of nothing else, and what a screen may not call stays closed.
  expect(await codeOf(second.screen.invoke('api.kept', { route: routeKey(listQueues), input: {} }))).toBe(
    'ERR_NOT_FOUND',
  );

  place.server = await startStubServer(port);
  await second.screen.invoke('session.logout');
  await second.screen.invoke('session.login', LOGIN);
  await second.live();
  await place.server.close();
  expect(await codeOf(second.screen.invoke('api.kept', nowCall))).toMatch(
    /ERR_OFFLINE|ERR_SERVER_UNREACHABLE/,
  );
});

it('keeps a handful: the newest, and none that the server refuses', async () => {
  const { screen } = await place.signIn();
  answerFigures();
  for (let days = 1; days <= 20; days += 1) await screen.invoke('api.kept', sourcesOf(days));
  place.server.answerWith((request) => void request.socket.destroy());
  const shown = await Promise.all([6, 5].map((days) => screen.invoke('api.kept', sourcesOf(days))));
  expect(shown.map(({ answer }) => answer)).toEqual([[source(6)], [source(20)]]);
  place.server.answerWith((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'ERR_NO_PERMISSION', message: '', requestId: 'r-1' }));
  });
  expect(await codeOf(screen.invoke('api.kept', sourcesOf(6)))).toBe('ERR_NO_PERMISSION');
});
