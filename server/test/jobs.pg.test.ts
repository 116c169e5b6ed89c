import { listJobs } from '@balcao/shared/features/system/calls.ts';
import { expect, it } from 'vitest';
import type { Job } from '../src/platform/jobs/job.ts';
import { takeDue } from '../src/platform/jobs/take-due.ts';
import { api, company, LATER, PLANTED, prepare, sql } from './planted-items.ts';

prepare();

it('knows every job', () => {
  expect(api.app.jobs.all.map(({ name }) => name).toSorted()).toEqual(Object.keys(PLANTED).toSorted());
});

it.each(Object.entries(PLANTED))('%s', async (name, { plant, spoil, left }) => {
  const job = api.app.jobs.all.find((one) => one.name === name) as Job;
  const run = (seconds: number) => {
    const at = new Date(LATER.getTime() + seconds * 1_000);
    return takeDue({ ...api.deps, clock: () => at }, job);
  };
  const due = async () => (await job.due(LATER, 100)).map(({ id }) => String(id));
  const remaining = left ?? due;
  const setbacks = () => sql()`select item, tries from job_setbacks where job = ${name}`;
  await plant();
  const [first = '', ...others] = await due();
  expect(others.length).toBeGreaterThan(0);
  const mend = await spoil(first);

  expect(await run(0)).toMatch(/planted|directory/i);
  expect(await remaining()).toEqual([first]);
  expect([...(await setbacks())]).toEqual([{ item: first, tries: 1 }]);
  // The item waits, and keeps no worker busy.
  expect(await run(0)).toBeNull();
  await mend();
  expect(await run(1)).toBeNull();
  expect(await remaining()).toEqual([]);
  expect((await setbacks()).count).toBe(0);
});

it('operators read how all of them went', async () => {
  await sql()`update users set super = true where id = ${company.admin.id}`;
  const token = await api.signIn(company.admin);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const names = async () => (await api.call(listJobs, { token })).map((job) => job.name);
  await expect.poll(names, { timeout: 10_000 }).toEqual(Object.keys(PLANTED).toSorted());
  for (const job of await api.call(listJobs, { token }))
    expect(job).toMatchObject({ outcome: 'done', setbacks: [] });
  await api.refused('ERR_NO_PERMISSION', listJobs, { token: await api.signIn(company.ana) });
});
