import { verify } from '@node-rs/argon2';
import { Agent, request } from 'undici';
import { createPasswords } from '../../src/modules/sessions/passwords.ts';
import { createUser, PASSWORD, type UserFixture } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { measure, percentiles, timed } from '../measure.ts';
import { seedCompany } from '../seed.ts';

const AT_ONCE = 5;
/** Quiet and busy take turns, so that what else happens on the machine happens to both. */
const ROUND_MS = 1_500;

/** Signing in, and its effect on another user's requests. */
export const login: Benchmark = {
  name: 'login',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 1_000);
    const people: UserFixture[] = [];
    for (let index = 0; index < 20; index += 1)
      people.push(await createUser(database.admin, company.companyId, `Agente ${index}`, []));
    // Tests hash cheaply; here it is what is measured.
    const passwords = createPasswords();
    await database.admin`update users set password_hash = ${await passwords.hash(PASSWORD)}`;
    const api = await startApi(context, database);
    const agent = new Agent({ connections: AT_ONCE });
    const signIn = async (index: number) => {
      const { email, password } = people[index % people.length]!;
      const { statusCode, body } = await request(`${api.url}/auth/login`, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`login: ${statusCode}`);
    };

    const [stored] = await database.admin<{ hash: string }[]>`
      select password_hash as hash from users where id = ${people[0]!.id}`;
    const count = context.quick ? 100 : 400;
    await measure(20, AT_ONCE, signIn);
    const floor = await measure(count, AT_ONCE, () => verify(stored!.hash, people[0]!.password));
    const logins = await measure(count, AT_ONCE, signIn);

    const token = await api.signIn({ companyId: company.companyId, userId: company.admin.id });
    const read = () => api.get('/tickets?showAll=true', token);
    await measure(50, 1, read);
    const quiet: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < (context.quick ? 4 : 8); round += 1) {
      quiet.push(...(await readFor(ROUND_MS, read)));
      beside.push(...(await besideSigningIn(() => readFor(ROUND_MS, read), signIn)));
    }
    const alone = percentiles(quiet);
    const busy = percentiles(beside);
    await agent.close();
    await api.stop();
    await database.drop();
    return [
      {
        name: `sign-ins, ${AT_ONCE} at once`,
        value: logins.perSecond,
        unit: 'per s',
        floor: { what: 'the same password hashes verified', value: floor.perSecond },
        target: { atLeast: 40 },
      },
      {
        name: `a reader beside ${AT_ONCE} signing in, p50`,
        value: busy.p50,
        unit: 'ms',
        floor: { what: 'the same reader alone', value: alone.p50 },
        target: { ratioAtMost: 2 },
      },
      {
        name: `a reader beside ${AT_ONCE} signing in, p95`,
        value: busy.p95,
        unit: 'ms',
        floor: { what: 'the same reader alone', value: alone.p95 },
      },
    ];
  },
};

/** How long each of as many readings took as fit in the time. */
async function readFor(ms: number, read: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) times.push(await timed(read));
  return times;
}

async function besideSigningIn<T>(
  work: () => Promise<T>,
  signIn: (index: number) => Promise<void>,
): Promise<T> {
  let working = true;
  const people = Array.from({ length: AT_ONCE }, async (_, index) => {
    for (let next = index; working; next += AT_ONCE) await signIn(next);
  });
  const result = await work();
  working = false;
  await Promise.all(people);
  return result;
}
