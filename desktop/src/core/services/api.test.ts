import { routeKey } from '@balcao/shared/contract/call.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { PASSWORD, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createFakeHost } from '../../hosts/fake/fake-host.ts';
import { createHttp } from '../api/http.ts';
import { createSession } from '../session/session.ts';
import { apiHandlers } from './api.ts';

it('asks again under the same key for an answer that was lost, until the server has it', async () => {
  const server = await startStubServer();
  const session = createSession({
    host: createFakeHost({ dataDir: '/nowhere' }),
    http: createHttp(server.url),
    serverUrl: server.url,
    log: pino({ level: 'silent' }),
    onChanged: async () => {},
  });
  await session.login({ email: stubUser.email, password: PASSWORD });
  const keys: unknown[] = [];
  server.answerWith((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length === 1) return void request.socket.destroy();
    const json = { 'content-type': 'application/json' };
    if (keys.length === 2)
      response.writeHead(503, json).end(JSON.stringify({ error: 'ERR_UNAVAILABLE', message: '' }));
    else response.writeHead(409, json).end(JSON.stringify({ error: 'ERR_DUPLICATED_CONTACT', message: '' }));
  });
  const handlers = apiHandlers({ session, syncStatus: () => ({ layer: 'live' }) as never } as never);
  const asked = handlers['api.call']({
    route: routeKey(createContact),
    input: { body: { name: 'Maria', number: '5511987654321' } },
  } as never);
  await expect(asked).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT' });
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
  await server.close();
});
