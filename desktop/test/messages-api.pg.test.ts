import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../server/test/api.ts';
import { type CompanyFixture, givePlan } from '../../server/test/fixtures.ts';
import { PICTURE } from '../../server/test/picture.ts';
import { programToken } from '../../server/test/program-token.ts';
import { createHttp } from '../src/core/api/http.ts';
import { openFileStore } from '../src/core/media/file-store.ts';
import { createMedia, type Media } from '../src/core/media/media.ts';
import type { CoreServices } from '../src/core/services/core-services.ts';
import { messagesApiHandlers } from '../src/features/messages-api/handlers.ts';
import { type LiveApi, openLiveApi } from './live/live-api.ts';
import { createTempDir } from './temp-dir.ts';

/** The page's trial makes a program's call against the real server: with the typed token, and no session. */
let server: LiveApi;
let company: CompanyFixture;
let media: Media;
const temp = createTempDir();

beforeAll(async () => {
  server = await openLiveApi(await startApi());
  company = await server.company('Padaria');
  await givePlan(server.admin, company.companyId);
  const nobody = () => Promise.reject(new Error('no session is needed'));
  media = createMedia(await openFileStore(temp.dir, 1e9), { call: nobody, open: nobody });
});
afterAll(async () => {
  media.close();
  await server.stop();
  temp.remove();
});

test('words and a file go out with the typed token, and a wrong one is refused in its own words', async () => {
  const services = {
    http: createHttp(new URL(server.url.replace('ws', 'http')).origin),
    workspace: () => ({ media }),
    syncStatus: () => ({ layer: null }),
  } as unknown as CoreServices;
  const tryIt = messagesApiHandlers(services)['messagesApi.try'];
  const token = (await programToken(server.admin, sendApiMessage, company)) ?? '';
  const { id } = await media.add('foto.png', PICTURE);
  const to = { token, number: '5511987654321' };
  expect(await tryIt({ ...to, body: 'Oi', mediaIds: [] })).toMatchObject({ state: 'queued' });
  expect(await tryIt({ ...to, body: null, mediaIds: [id] })).toMatchObject({ state: 'queued' });
  await expect(tryIt({ ...to, token: 'x'.repeat(40), body: 'Oi', mediaIds: [] })).rejects.toMatchObject({
    code: 'ERR_API_TOKEN',
  });
  const sent = await server.admin`
    select body, media_type as type from messages where company_id = ${company.companyId} order by created_at`;
  expect(sent.map(({ body, type }) => `${type} ${body}`.trim())).toEqual(
    expect.arrayContaining(['chat Oi', 'image']),
  );
});
