import type { ServerResponse } from 'node:http';
import type { HelpLine } from '@balcao/shared/features/agent-help/calls.ts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { PASSWORD, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createHttp } from '../../core/api/http.ts';
import { createEvents } from '../../core/core-events.ts';
import { createSession } from '../../core/session/session.ts';
import { createFakeHost } from '../../hosts/fake/fake-host.ts';
import { aiHelpHandlers } from './ai-help-handlers.ts';

/** A proposal word by word, from the server to the screen. */

const ASK_ID = crypto.randomUUID();
const GIVEN = { text: 'Claro, até já.', sources: [], articles: [], tagIds: [], queueId: null };

async function start(answer: (response: ServerResponse) => void) {
  const server = await startStubServer();
  const session = createSession({
    host: createFakeHost({ dataDir: '/nowhere' }),
    http: createHttp(server.url),
    serverUrl: server.url,
    log: pino({ level: 'silent' }),
    onChanged: async () => {},
  });
  await session.login({ email: stubUser.email, password: PASSWORD });
  server.answerWith((_request, response) => answer(response));
  const events = createEvents();
  const heard: string[] = [];
  events.on('agentHelp.words', ({ askId, words }) => {
    if (askId === ASK_ID) heard.push(words);
  });
  const syncStatus = () => ({ layer: 'live' }) as never;
  const handlers = aiHelpHandlers({ session, events, syncStatus });
  const wanted = { kind: 'reply', how: 'spelling', language: 'pt' } as const;
  const ask = async () => handlers['agentHelp.ask']({ askId: ASK_ID, ticketId: 1, wanted });
  return { ask, cancel: () => handlers['agentHelp.cancel']({ askId: ASK_ID }), heard, close: server.close };
}

const say = (response: ServerResponse, ...lines: HelpLine[]) => {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
};

it('says the words as they come, and then all of it', async () => {
  const { ask, heard, close } = await start((response) => {
    say(response, { words: 'Claro' }, { words: ', até' }, { words: ' já.' }, { given: GIVEN });
    response.end();
  });
  expect(await ask()).toEqual(GIVEN);
  expect(heard).toEqual(['Claro', ', até', ' já.']);
  await close();
});

it('says why there is no more, and takes an answer without an end for none', async () => {
  const endings: ((response: ServerResponse) => void)[] = [
    (response) => {
      say(response, { error: 'ERR_AI_FAILED' });
      response.end();
    },
    (response) => response.end(),
    (response) => response.end('{"words"\n'),
    (response) => response.socket?.end(),
  ];
  const { ask, close } = await start((response) => {
    say(response, { words: 'Claro' });
    endings.shift()?.(response);
  });
  await expect(ask()).rejects.toMatchObject({ code: 'ERR_AI_FAILED' });
  for (let left = endings.length; left > 0; left--)
    await expect(ask()).rejects.toMatchObject({ code: 'ERR_SERVER_UNREACHABLE' });
  await close();
});

it('hangs up when nobody waits for it any more', async () => {
  const gone = Promise.withResolvers<void>();
  const { ask, cancel, heard, close } = await start((response) => {
    response.once('close', gone.resolve);
    say(response, { words: 'Claro' });
  });
  const asked = ask();
  const ended = expect(asked).rejects.toMatchObject({ code: 'ERR_SERVER_UNREACHABLE' });
  await expect.poll(() => heard).toEqual(['Claro']);
  cancel();
  await ended;
  await gone.promise;
  await close();
});
