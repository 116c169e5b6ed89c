import {
  acceptInvitation,
  forgotPassword,
  login,
  openInvitation,
  resetPassword,
} from '@balcao/shared/features/auth/calls.ts';
import {
  createUser,
  listUsers,
  renewInvitation,
  updateUser,
  withdrawInvitation,
} from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { type MailServer, startMailServer } from '../../../test/smtp.ts';

const DAY_MS = 86_400_000;
const BASE = 'https://desk.example.com/balcao';
const FRESH = 'a password of my own';

let mail: MailServer;
let api: TestApi;
let company: CompanyFixture;
let other: CompanyFixture;
let admin: string;

beforeAll(async () => {
  mail = await startMailServer();
  api = await startApi({ env: { SMTP_URL: mail.url, PUBLIC_URL: BASE } });
  await createCompany(api.admin, 'Operator');
  [company, other] = [await createCompany(api.admin, 'Padaria'), await createCompany(api.admin, 'Livraria')];
  admin = await api.signIn(company.admin);
});
afterAll(async () => {
  await api.stop();
  await mail.stop();
});

const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1);
const guest = (name: string, more: object = {}) => ({
  name,
  email: `${name.toLowerCase()}@new.test`,
  ...more,
});
async function invite(name: string, more: object = {}) {
  const letter = mail.next();
  const { invited, ...user } = await api.call(createUser, { body: guest(name, more), token: admin });
  if (!invited) throw new Error('nobody was invited');
  return { user, invited, token: tokenOf(invited.link), letter: await letter };
}
const accept = (token: string, name: string, password = FRESH) => ({ body: { token, name, password } });
const renew = (userId: number) => api.call(renewInvitation, { params: { userId }, token: admin });
const withdraw = (userId: number) => api.call(withdrawInvitation, { params: { userId }, token: admin });
const stateOf = async (id: number) =>
  (await api.call(listUsers, { token: admin })).users.find((user) => user.id === id)?.invitation;

describe('an invitation', () => {
  it('lets a person choose name and password, once, with what the admin has given them', async () => {
    const { user, invited, token, letter } = await invite('Carla', { profile: 'supervisor' });
    expect(invited).toMatchObject({ link: `${BASE}/invitation?lang=pt#${token}`, mailed: true });
    expect(letter).toMatchObject({ to: [user.email] });
    expect(letter.text).toContain(invited.link);
    expect(letter.text).toContain('Padaria');
    await expect
      .poll(() => stateOf(user.id))
      .toMatchObject({ until: invited.until, mailedAt: expect.any(String) });

    expect(await api.call(openInvitation, { body: { token } })).toEqual({
      name: 'Carla',
      email: user.email,
      companyName: 'Padaria',
    });
    const answers = await Promise.all(
      [1, 2, 3].map((turn) => api.send(acceptInvitation, accept(token, 'Carla Dias', `password ${turn}`))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422, 422]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 204) + 1;
    const signedIn = await api.call(login, { body: { email: user.email, password: `password ${winner}` } });
    expect(signedIn.user).toMatchObject({
      name: 'Carla Dias',
      profile: 'supervisor',
      companyId: company.companyId,
    });
    expect(await stateOf(user.id)).toBeNull();
    await api.refused('ERR_INVITATION_INVALID', openInvitation, { body: { token } });
    await api.refused('ERR_ALREADY_JOINED', renewInvitation, { params: { userId: user.id }, token: admin });
    await api.refused('ERR_ALREADY_JOINED', withdrawInvitation, {
      params: { userId: user.id },
      token: admin,
    });
  });

  it('ends after a week, when it is withdrawn, and when it is renewed; each deed is noted', async () => {
    const { user, token } = await invite('Davi');
    const refused = (dead: string) =>
      api.refused('ERR_INVITATION_INVALID', acceptInvitation, accept(dead, 'Davi'));
    const second = tokenOf((await renew(user.id)).link);
    await refused(token);
    await withdraw(user.id);
    await withdraw(user.id);
    expect(await stateOf(user.id)).toEqual({ until: null, mailedAt: null });
    await refused(second);
    const third = tokenOf((await renew(user.id)).link);
    api.advance(7 * DAY_MS);
    await refused(third);
    admin = await api.signIn(company.admin);
    await api.call(acceptInvitation, accept(tokenOf((await renew(user.id)).link), 'Davi'));
    const noted = await api.admin`
      select action from audit_log where entity = 'invitation' and entity_id = ${String(user.id)} order by id`;
    expect(noted.map(({ action }) => action)).toEqual(['renew', 'delete', 'renew', 'renew']);
  });

  it('is over when an admin gives a password, and its link when the e-mail is another', async () => {
    const eva = await invite('Eva');
    const params = { userId: eva.user.id };
    await api.call(updateUser, { params, body: { email: 'eva@right.test' }, token: admin });
    await api.refused('ERR_INVITATION_INVALID', openInvitation, { body: { token: eva.token } });
    const { link } = await renew(eva.user.id);
    expect((await api.call(openInvitation, { body: { token: tokenOf(link) } })).email).toBe('eva@right.test');
    await api.call(updateUser, { params, body: { password: 'typed by the admin' }, token: admin });
    await api.refused('ERR_INVITATION_INVALID', acceptInvitation, accept(tokenOf(link), 'Eva'));
    await api.call(login, { body: { email: 'eva@right.test', password: 'typed by the admin' } });
    expect(await stateOf(eva.user.id)).toBeNull();
  });

  it('is over when its person has asked for a new password instead', async () => {
    const { user, token } = await invite('Fabio');
    const letter = mail.next();
    await api.call(forgotPassword, { body: { email: user.email } });
    await api.call(resetPassword, {
      body: { token: tokenOf((await letter).text.match(/https:\S+/)?.[0] ?? ''), password: FRESH },
    });
    await api.refused('ERR_INVITATION_INVALID', acceptInvitation, accept(token, 'Fabio'));
    expect(await stateOf(user.id)).toBeNull();
  });

  it('opens nothing else: no other company, no guess, and nothing is kept in the clear', async () => {
    const { user, token } = await invite('Gil');
    const secret = token.split('.')[1];
    for (const wrong of [
      `${other.companyId}.${secret}`,
      `0.${secret}`,
      `${token}x`,
      'x',
      `${company.companyId}.`,
    ])
      await api.refused('ERR_INVITATION_INVALID', openInvitation, { body: { token: wrong } });
    const stranger = await api.signIn(other.admin);
    for (const contract of [renewInvitation, withdrawInvitation])
      await api.refused('ERR_NO_USER_FOUND', contract, { params: { userId: user.id }, token: stranger });
    await api.refused('ERR_VALIDATION', acceptInvitation, accept(token, 'Gil', '1234'));
    await api.refused('ERR_INVALID_CREDENTIALS', login, {
      body: { email: user.email, password: 'anything' },
    });
    const rows = await api.admin`select encode(hash, 'escape') as hash, i::text from invitations i`;
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(api.logged()).not.toContain(secret);
  });

  it('shows that no mail has left when the mail server refuses it, and the link works all the same', async () => {
    const silent = await startApi({ beside: api, env: { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: BASE } });
    silent.advance(7 * DAY_MS);
    const { invited, ...user } = await silent.call(createUser, { body: guest('Helena'), token: admin });
    await silent.stop();
    expect(await stateOf(user.id)).toMatchObject({ mailedAt: null });
    await api.call(acceptInvitation, accept(tokenOf(invited?.link ?? ''), 'Helena'));
  });
});
