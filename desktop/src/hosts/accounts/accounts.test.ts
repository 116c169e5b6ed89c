import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';
import { accountsOfLink, freeProfile, nameOf, ownName, readCards, writeCard } from './cards.ts';
import { isLocked, lockInstance } from './instance-lock.ts';
import { listAccounts, removeAccount, sweepRemoved } from './manage.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
let temp: ReturnType<typeof createTempDir>;
beforeEach(() => {
  temp = createTempDir();
});
afterEach(() => temp.remove());

const place = (own = '') => ({ root: temp.dir, own });
const dirOf = (profile: string) => (profile ? join(temp.dir, 'profiles', profile) : temp.dir);

function leave(own: string, card: Partial<Parameters<typeof writeCard>[1]> = {}) {
  writeCard(place(own), {
    serverUrl: 'https://desk.test',
    person: 'Ana',
    company: 'Loja',
    companyId: 1,
    queued: 0,
    unread: 0,
    ...card,
  });
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

describe('the accounts of a computer', () => {
  it('are known by their cards, and count only while they are open', () => {
    expect([listAccounts(place()), ownName(place())]).toMatchObject([[{ profile: '', own: true }], null]);
    leave('', { unread: 1 });
    leave('2', { serverUrl: 'https://other.test', person: 'Bia', company: 'Oficina', unread: 4, queued: 3 });
    leave('10', { person: null, company: null, companyId: null });
    mkdirSync(dirOf('Not-a-profile'), { recursive: true });
    writeFileSync(join(dirOf('10'), 'account.json'), '{"damaged');
    const release = lockInstance(dirOf('2'));
    const seen = () => listAccounts(place()).map(({ profile, open, unread }) => [profile, open, unread]);
    expect(seen()).toEqual([
      ['', true, 1],
      ['2', true, 4],
      ['10', false, null],
    ]);
    release();
    expect(seen()[1]).toEqual(['2', false, null]);
    expect([freeProfile(place()), ownName(place('2')), ownName(place())]).toEqual(['3', 'Oficina', 'Loja']);
    expect(isLocked(dirOf('10'))).toBe(false);
  });

  it('are told apart by the company, the person, or at least the server', () => {
    leave('');
    leave('2', { person: 'Bia' });
    leave('3', { company: 'Oficina', companyId: 2 });
    leave('4', { person: null, company: null, companyId: null });
    const cards = readCards(place());
    expect(cards.map(({ profile }) => nameOf(profile, cards))).toEqual([
      'Loja (Ana)',
      'Loja (Bia)',
      'Oficina',
      'desk.test',
    ]);
  });

  it('get a link only when it can be theirs', () => {
    leave('');
    leave('2', { serverUrl: 'https://other.test' });
    leave('3', { companyId: 2 });
    const cards = readCards(place());
    const meant = (serverUrl: string | null, companyId: number | null) =>
      accountsOfLink({ place: `tickets/${UUID}`, serverUrl, companyId }, cards).map(({ profile }) => profile);
    expect([
      meant('https://desk.test', 1),
      meant('https://desk.test', null),
      meant('https://other.test', 2),
      meant('https://evil.test', null),
      meant(null, null),
    ]).toEqual([[''], ['', '3'], [], [], ['', '2', '3']]);
  });
});

describe('removing an account', () => {
  it('takes its folder when its program has ended, and leaves the others alone', async () => {
    leave('');
    leave('2');
    leave('3');
    const release = lockInstance(dirOf('2'));
    const asked: string[] = [];
    await removeAccount(place(), '2', (profile) => {
      asked.push(profile);
      release();
    });
    await removeAccount(place(), '3', () => asked.push('never'));
    expect([asked, readdirSync(join(temp.dir, 'profiles')), readCards(place()).length]).toEqual([
      ['2'],
      [],
      1,
    ]);
    expect([
      await codeOf(removeAccount(place(), '9', () => {})),
      await codeOf(removeAccount(place(), '', () => {})),
    ]).toEqual(['ERR_NO_ACCOUNT_FOUND', 'ERR_NO_ACCOUNT_FOUND']);
  });

  it('takes the first one’s data from around the others', async () => {
    leave('');
    leave('2');
    mkdirSync(join(temp.dir, 'accounts'));
    await removeAccount(place('2'), '', () => {});
    expect([readdirSync(temp.dir), readCards(place('2')).map(({ profile }) => profile)]).toEqual([
      ['profiles'],
      ['2'],
    ]);
  });

  it('that was interrupted is ended at the next start', async () => {
    const left = join(temp.dir, 'profiles/2.removed');
    mkdirSync(join(left, 'accounts'), { recursive: true });
    expect(readCards(place()).map(({ profile }) => profile)).toEqual(['']);
    await sweepRemoved(place());
    expect(existsSync(left)).toBe(false);
  });
});
