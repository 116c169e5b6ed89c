import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createBrowserSignIn, type Waiting } from './browser-sign-in.ts';

const PAGE = 'https://desk.example.com/sign-in';
const entered: [string, string][] = [];
let works = true;

const signIn = createBrowserSignIn({
  async enter(code, verifier) {
    entered.push([code, verifier]);
    if (!works) throw new Error('refused');
  },
  language: () => 'en',
  log: pino({ level: 'silent' }),
});
afterEach(() => {
  signIn.stop();
  entered.length = 0;
  works = true;
});

/** What the page has been told of the console. */
async function begin() {
  let waiting: Waiting | undefined;
  const url = await signIn.begin((known) => {
    waiting = known;
    return PAGE;
  });
  const { challenge, port, state } = waiting as Waiting;
  const back = (query: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/?${new URLSearchParams(query)}`);
  return { url, challenge, state, back };
}

it('hears of its own page, once, with the word of which the page knows the hash', async () => {
  const { url, challenge, state, back } = await begin();
  expect(url).toBe(PAGE);
  for (const stranger of [{}, { code: 'x' }, { code: 'x', state: 'other' }, { state }])
    expect((await back(stranger as Record<string, string>)).status).toBe(404);
  expect(entered).toEqual([]);

  const answer = await back({ code: 'the code', state });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Done.')]);
  const [[code, verifier] = []] = entered;
  expect(code).toBe('the code');
  expect(
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url'),
  ).toBe(challenge);
  await expect(back({ code: 'again', state })).rejects.toThrow();
});

it('says in the browser that it did not work, and forgets an attempt when the next begins', async () => {
  const first = await begin();
  const second = await begin();
  await expect(first.back({ code: 'x', state: first.state })).rejects.toThrow();
  works = false;
  expect(await (await second.back({ code: 'x', state: second.state })).text()).toContain('did not work');
});
