import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { connectionRow, contactRow, messageRow, queueRow, ticketRow } from '../../test/rows.ts';
import { stubUser } from '../../test/stub-server.ts';
import { begun, type Console, codeOf, disk, LOGIN, openCorePlace } from './testing/core-place.ts';

const place = openCorePlace();
const { start, signIn } = place;

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a console', () => {
  it('signs out when the account is opened elsewhere, and says so once', async () => {
    const kept = disk();
    const { screen, heard, host } = await signIn(kept);
    const changed = heard('session.changed', ({ user }) => user === null);
    place.server.sync.kick(CLOSE.takenOver);
    expect((await changed).endedBy).toBe('ERR_SESSION_TAKEN_OVER');
    expect((await screen.invoke('sync.status')).phase).toBe('signedOut');
    expect(await codeOf(screen.invoke('tickets.counts', null))).toBe('ERR_SESSION_EXPIRED');
    expect(host.status?.unread).toBe(0);
    expect([...kept.secrets]).toEqual([]);
    const next = await start(kept);
    expect((await next.screen.invoke('session.get')).user).toBeNull();
  });

  it('leaves nothing of customers on the computer of somebody who has left, and all that the agent wrote', async () => {
    const onDisk = () =>
      readdirSync(place.dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join();
    const enter = async (console: Console) => {
      await console.screen.invoke('session.login', LOGIN);
      await console.live();
    };
    const mediaId = crypto.randomUUID();
    place.server.downloads.set(mediaId, { bytes: Buffer.from('CANARY'), mime: 'text/plain', name: 'a.txt' });
    const { screen, heard, ...rest } = await signIn();
    await rest.core.openMedia(mediaId);
    const sent = await screen.invoke('media.add', { name: 'b.txt', bytes: btoa('to be sent') });
    const refused = await screen.invoke('media.add', { name: 'c.txt', bytes: btoa('was refused') });
    place.server.sync.refusal = 'ERR_TICKET_CLOSED';
    await screen.invoke('messages.send', { ticketId: 2, body: '', mediaId: refused.mediaId });
    await expect
      .poll(async () => (await screen.invoke('outbox.list', null)).items)
      .toMatchObject([{ refusal: { code: 'ERR_TICKET_CLOSED' } }]);
    place.server.sync.refusal = null;
    await screen.invoke('drafts.set', begun('ainda escrevo', sent.mediaId));
    const mine = ['ainda escrevo', 'to be sent', 'was refused'];
    const theirs = ['mensagem 21', 'Cliente 2', 'CANARY'];
    for (const text of [...mine, ...theirs]) expect(onDisk()).toContain(text);

    const gone = heard('session.changed', ({ user }) => user === null);
    place.server.sync.kick(CLOSE.takenOver);
    await gone;
    await expect.poll(() => theirs.filter((text) => onDisk().includes(text))).toEqual([]);
    for (const text of mine) expect(onDisk()).toContain(text);

    await enter({ screen, heard, ...rest });
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'ainda escrevo',
    });
    expect((await screen.invoke('tickets.counts', null)).open).toBe(1);
    expect(await rest.core.openMedia(sent.mediaId)).toMatchObject({ name: 'b.txt' });
    expect(await rest.core.openMedia(refused.mediaId)).toMatchObject({ name: 'c.txt' });
    expect(onDisk()).toContain('mensagem 21');
    await screen.invoke('session.logout');
    await expect.poll(() => theirs.filter((text) => onDisk().includes(text))).toEqual([]);
    for (const text of mine) expect(onDisk()).toContain(text);

    await enter({ screen, heard, ...rest });
    place.server.revoke('ERR_USER_DELETED');
    const deleted = heard('session.changed', ({ endedBy }) => endedBy === 'ERR_USER_DELETED');
    place.server.sync.kick(CLOSE.tokenInvalid);
    await deleted;
    await expect.poll(() => [...mine, ...theirs].filter((text) => onDisk().includes(text))).toEqual([]);
  });

  it('is left also when its database cannot be read, with every file that may be unsent', async () => {
    const { screen, core } = await signIn();
    const { mediaId } = await screen.invoke('media.add', { name: 'b.txt', bytes: btoa('to be sent') });
    await screen.invoke('media.drop', { mediaId });
    const [account = ''] = readdirSync(join(place.dir, 'accounts'));
    const pending = new Sqlite(join(place.dir, 'accounts', account, 'pending.db'));
    pending.exec('drop table draft');
    pending.close();
    await screen.invoke('session.logout');
    expect((await screen.invoke('session.get')).user).toBeNull();
    expect((await screen.invoke('sync.status')).phase).toBe('signedOut');
    await core.stop();
    expect(readFileSync(join(place.dir, 'accounts', account, 'media', mediaId), 'utf8')).toBe('to be sent');
  });

  it('keeps nothing of a contact who was erased, in no row, index, log or file', async () => {
    const photo = crypto.randomUUID();
    const sent = crypto.randomUUID();
    const png = { bytes: Buffer.from(PNG, 'base64'), mime: 'image/png', name: 'retrato-de-Zenobia.png' };
    const media = {
      ...{ id: sent, state: 'stored' as const, mime: 'image/png', size: png.bytes.length, name: png.name },
      ...{ width: 1, height: 1, seconds: null, voice: false, waveform: null },
    };
    place.server.downloads.set(`${photo}/thumbnail`, png).set(sent, png).set(`${sent}/thumbnail`, png);
    place.server.sync.rows = [
      { entity: 'queue', rows: [queueRow] },
      { entity: 'connection', rows: [connectionRow] },
      {
        entity: 'contact',
        rows: [contactRow(1), contactRow(5, { name: 'Zenobia', profilePicUrl: `/media/${photo}` })],
      },
      { entity: 'ticket', rows: [ticketRow(1), ticketRow(5, { lastMessage: 'adeus Zenobia' })] },
      { entity: 'message', rows: [messageRow(51, 5, { body: 'sou Zenobia', media })] },
    ];
    const { core, screen } = await signIn();
    for (const name of [`${sent}.thumbnail`, sent, `${photo}.thumbnail`]) await core.openMedia(name);
    const attached = await screen.invoke('media.add', { name: 'a.txt', bytes: btoa('ficha de Zenobia') });
    await screen.invoke('drafts.set', { ...begun('Até logo'), ticketId: 1 });
    await screen.invoke('drafts.set', { ...begun('Até logo', attached.mediaId), ticketId: 5 });
    const named = () =>
      readdirSync(place.dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => /enobia/i.test(readFileSync(path, 'latin1')));
    expect(named().length).toBeGreaterThan(3);
    place.server.sync.erase(
      { entity: 'message', ids: [messageRow(51, 5).id] },
      { entity: 'ticket', ids: ['5'] },
      { entity: 'contact', ids: ['5'] },
    );
    await expect.poll(named).toEqual([]);
    expect(await screen.invoke('contacts.search', { text: 'zenobia', limit: 9 })).toEqual([]);
    expect((await screen.invoke('drafts.list')).map(({ ticketId }) => ticketId)).toEqual([1]);
  });

  it('holds on to a file that was handed over for as long as somebody may send it', async () => {
    const kept = disk();
    const first = await signIn(kept);
    const held = async ({ screen }: Console) => (await screen.invoke('storage.usage')).unsentFiles;
    const add = async (name: string) =>
      (await first.screen.invoke('media.add', { name, bytes: btoa(name) })).mediaId;
    const written = await add('written.txt');
    await first.screen.invoke('drafts.set', begun('', written));
    await add('under-way.txt');
    const refused = await add('refused.txt');
    expect(await held(first)).toBe(3);
    place.server.answerWith((_request, response) => response.writeHead(500).end('{}'));
    expect(await codeOf(first.screen.invoke('media.upload', { mediaId: refused }))).not.toBe('no error');
    place.server.answerWith(null);
    expect(await held(first)).toBe(2);
    await first.stop();

    const second = await start(kept);
    expect(await held(second)).toBe(1);
    await second.screen.invoke('storage.clear', { what: 'files' });
    expect(await second.core.openMedia(written)).toMatchObject({ name: 'written.txt' });
  });

  it('encrypts what it keeps when it is asked to, and says so when the key is gone', async () => {
    const kept = disk();
    const first = await signIn(kept);
    await first.screen.invoke('drafts.set', begun('ainda escrevo'));
    const state = { possible: true, sealed: false, wanted: false, locked: 0 };
    expect(await first.screen.invoke('storage.protection', null)).toEqual(state);
    await first.screen.invoke('storage.protect', { sealed: true });
    await expect.poll(() => first.host.startedAnew).toBe(1);
    await first.stop();

    const second = await start(kept);
    expect(await second.screen.invoke('storage.protection', null)).toEqual({
      ...state,
      sealed: true,
      wanted: true,
    });
    expect(await second.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'ainda escrevo',
    });
    await second.stop();

    for (const name of [...kept.secrets.keys()])
      if (name.startsWith('databaseKey')) kept.secrets.delete(name);
    const third = await start(kept);
    await third.live();
    expect((await third.screen.invoke('storage.protection', null)).locked).toBe(1);
    expect(await third.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: '',
    });
    await third.screen.invoke('storage.clear', { what: 'locked' });
    expect((await third.screen.invoke('storage.protection', null)).locked).toBe(0);
  });

  it('is signed out when the operator has blocked the company', async () => {
    const { heard } = await signIn();
    const changed = heard('session.changed', ({ user }) => user === null);
    place.server.sync.kick(CLOSE.companyBlocked, 'ERR_COMPANY_BLOCKED');
    expect((await changed).endedBy).toBe('ERR_COMPANY_BLOCKED');
  });

  it.each(['ERR_SUBSCRIPTION_EXPIRED', 'ERR_SECOND_FACTOR_SETUP'] as const)(
    'stays signed in with %s, knows anew who it is, and goes on when that has changed',
    async (reason) => {
      const { screen, heard, live } = await signIn();
      const stopped = heard('sync.status', ({ phase }) => phase === 'stopped');
      const known = heard('session.changed', ({ user }) => user?.mustSetUpSecondFactor === true);
      place.server.answerAs({ ...stubUser, mustSetUpSecondFactor: true });
      place.server.sync.kick(CLOSE.companyBlocked, reason);
      expect((await stopped).reason).toBe(reason);
      await known;
      place.server.answerAs(stubUser);
      expect((await screen.invoke('session.refreshUser')).user).toEqual(stubUser);
      await live();
    },
  );

  it('knows anew who it is when its rights or the options of the company change', async () => {
    const { screen, heard } = await signIn();
    const promoted = heard('session.changed', ({ user }) => user?.profile === 'admin');
    place.server.answerAs({ ...stubUser, profile: 'admin' });
    place.server.sync.put({ entity: 'setting', rows: [{ id: 'userRating', value: 'enabled' }] });
    await promoted;
    expect((await screen.invoke('session.get')).user?.profile).toBe('admin');
    const demoted = heard('session.changed', ({ user }) => user?.profile === 'user');
    place.server.answerAs(stubUser);
    place.server.sync.resync();
    await demoted;
  });

  it('keeps what belongs to one person from the next one, and gives it back', async () => {
    const { screen, live } = await signIn();
    await screen.invoke('drafts.set', begun('de Ana'));
    await screen.invoke('session.logout');
    place.server.answerAs({ ...stubUser, id: 8, name: 'Bia' });
    place.server.sync.rows = [{ entity: 'queue', rows: [queueRow] }];
    await screen.invoke('session.login', LOGIN);
    await live();
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: 8 })).toMatchObject({ body: '' });
    expect((await screen.invoke('tickets.list', { status: 'open', limit: 10 })).tickets).toEqual([]);
    await screen.invoke('session.logout');
    place.server.answerAs(stubUser);
    await screen.invoke('session.login', LOGIN);
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'de Ana',
    });
    expect(readdirSync(join(place.dir, 'accounts'))).toHaveLength(2);
  });
});
