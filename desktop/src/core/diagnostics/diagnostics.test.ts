import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';
import { openLogFile, readLogs } from './log-file.ts';
import { redact, redactLine } from './redact.ts';

function dataDir(): string {
  const temp = createTempDir();
  onTestFinished(temp.remove);
  return temp.dir;
}

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));

test('what belongs to customers or opens a door does not leave, wherever it stands', () => {
  const phone = digits(10, 13).chain((number) =>
    fc.constantFrom(
      number,
      `+${number}`,
      `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4)}`,
    ),
  );
  const name = fc.stringMatching(/^[a-z][a-z0-9.]{2,12}[a-z]$/);
  const email = fc.tuple(name, name).map(([user, host]) => `${user}@${host.replaceAll('.', '')}.com.br`);
  const token = fc.stringMatching(/^[a-z]\d[A-Za-z0-9_-]{30,60}$/);
  const jwt = fc.tuple(token, token, token).map((parts) => `eyJ${parts.join('.')}`);
  const secret = fc.oneof(phone, email, token, jwt);
  const around = fc.constantFrom('', ' ', '"', ': ', ', falhou\n', '{"x":"');
  fc.assert(
    fc.property(secret, around, around, (hidden, before, after) => {
      expect(redact(`falhou ${before}${hidden}${after}`, '')).not.toContain(hidden);
    }),
    { numRuns: 500 },
  );
});

test('what helps stays: times, ids, codes, sentences, paths without the person', () => {
  const id = '0199a000-0000-7000-8000-000000000001';
  const line = JSON.stringify({
    level: 50,
    time: Date.UTC(2026, 0, 2),
    pid: 4,
    hostname: 'recepcao-3',
    msg: `ERR_NO_TICKET_FOUND in /home/ana/.config/balcao/accounts: ${id} of GET /tickets?token=abc&x=1`,
  });
  expect(redactLine(line, '/home/ana')).toBe(
    `2026-01-02T00:00:00.000Z 50 {"msg":"ERR_NO_TICKET_FOUND in ~/.config/balcao/accounts: ${id} of GET /tickets?[query]"}`,
  );
  expect(redactLine('not JSON, 5511988887777', '')).toBe('not JSON, [number]');
});

test.each([
  ['/home/joão', 'file:///home/jo%C3%A3o/app/core.js:1'],
  ['C:\\Users\\Ana Maria', 'file:///C:/Users/Ana%20Maria/app/core.js:1'],
])('the person is not named by the folders of %s, however they are written', (home, address) => {
  const line = JSON.stringify({ level: 50, msg: `at ${home}${home.at(2)}cache.db and ${address}` });
  const told = [redactLine(line, home), redact(`${home.toUpperCase()} ${home}`, home)].join();
  expect(told).toContain('/app/core.js:1');
  expect(told).not.toMatch(/jo(ã|%C3%A3)o|ana/i);
});

test('an error says neither what could not be read nor whom it was about', () => {
  const broken = (text: string) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const text of ['Olá Maria', '{"body":"Meu endereço é Rua Sete"x}']) {
    const err = { message: broken(text), code: 'ERR_OTHER_OPEN_TICKET', params: { name: 'Bruno' } };
    const told = redactLine(JSON.stringify({ level: 50, err }), '');
    expect(told).toContain('ERR_OTHER_OPEN_TICKET');
    expect(told).not.toMatch(/Olá|Maria|Sete|Bruno/);
  }
});

test('the log is kept in two files that never grow beyond their bounds, and costs nothing where it cannot be', () => {
  const dir = dataDir();
  const log = openLogFile(dir, 'core');
  for (let n = 0; n < 1_500; n++) log.write(`${n} ${'x'.repeat(1_000)}\n`);
  const lines = readLogs(dir).map((line) => Number(line.split(' ')[0]));
  expect(lines.at(-1)).toBe(1_499);
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
  expect(statSync(join(dir, 'logs/core.log')).size).toBeLessThanOrEqual(512 * 1024);
  expect(existsSync(join(dir, 'logs/core.log.1'))).toBe(true);
  const blocked = dataDir();
  mkdirSync(join(blocked, 'x'));
  writeFileSync(join(blocked, 'x/logs'), '');
  openLogFile(join(blocked, 'x'), 'core').write('lost\n');
});
