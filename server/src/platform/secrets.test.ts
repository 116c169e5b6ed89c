import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSecrets, WeakKeyError } from './secrets.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'balcao-secrets-'));

it('makes a key once, readable by the owner alone, and reads it again', () => {
  const keyFile = join(folder(), 'deep', 'secret.key');
  const sealed = createSecrets({ keyFile }).seal(Buffer.from('session'), 'a');
  expect(createSecrets({ keyFile }).open(sealed, 'a').toString()).toBe('session');
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(keyFile, '..'))).toEqual(['secret.key']);
  expect(Buffer.from(readFileSync(keyFile, 'utf8'), 'base64')).toHaveLength(32);
});

it('opens only what it sealed, unchanged and in its own place', () => {
  const secrets = createSecrets({ keyFile: join(folder(), 'key') });
  const sealed = secrets.seal(Buffer.from('x'.repeat(50)), 'table/1');
  expect(sealed.includes('xxx')).toBe(false);
  expect(secrets.seal(Buffer.from('x'.repeat(50)), 'table/1')).not.toEqual(sealed);
  expect(() => secrets.open(sealed, 'table/2')).toThrow();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    expect(() => secrets.open(changed, 'table/1')).toThrow();
  }
  const other = createSecrets({ keyFile: join(folder(), 'key') });
  expect(() => other.open(sealed, 'table/1')).toThrow('sealed with another key');
  expect(() => secrets.open(Buffer.alloc(3), '')).toThrow();
  expect(secrets.open(secrets.seal(new Uint8Array(), ''), '')).toHaveLength(0);
});

it('derives a key of its own for every purpose', () => {
  const secrets = createSecrets({ keyFile: join(folder(), 'key') });
  expect(secrets.derive('a')).toEqual(secrets.derive('a'));
  expect(secrets.derive('a')).not.toEqual(secrets.derive('b'));
});

it.each([
  ['too short', Buffer.alloc(16, 7).toString('base64')],
  ['all the same', Buffer.alloc(32, 7).toString('base64')],
  ['a word', Buffer.from('changemechangemechangemechangeme').toString('base64')],
  ['empty', ''],
])('refuses a key that is %s', (_what, text) => {
  const keyFile = join(folder(), 'key');
  writeFileSync(keyFile, text);
  expect(() => createSecrets({ keyFile })).toThrow(WeakKeyError);
});
