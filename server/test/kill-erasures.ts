import { expect } from 'vitest';
import { tracesOf } from '../src/modules/data-subjects/testing/left.ts';
import { leaveTraces } from '../src/modules/data-subjects/testing/traces.ts';
import { insertedId } from './fixtures.ts';
import type { Scene } from './kill-scene.ts';

/** An erasure in the life of a process that is killed, and what must be true of it afterwards. */

const NAME = 'Somebody to forget';
const numberOf = (place: number) => `553198700112${place}`;
/** The job looks once a minute. */
const END_MS = 150_000;

/** Somebody of whom there is something of each kind: the day of waiting is over. One that was killed goes on by itself. */
export async function oweErasure({ world, company }: Scene): Promise<void> {
  const { admin } = world.database;
  const { companyId } = company;
  const begun = await admin<{ state: string }[]>`select state from erasures`;
  if (begun.some(({ state }) => state !== 'done')) return;
  const number = numberOf(begun.length);
  const id = await insertedId(
    admin`insert into contacts (company_id, name, number) values (${companyId}, ${NAME}, ${number}) returning id`,
  );
  await leaveTraces(admin, company, id, number);
  // Nobody else's conversations are told to that address.
  await admin`update webhooks set active = false where name = ${`Loja ${id}`}`;
  await admin`
    insert into erasures (company_id, contact_id, state, asked_by_name, due_at)
    values (${companyId}, ${id}, 'due', '', now())`;
}

/** All of it is gone, and the certificate says how much it was. */
export async function expectErased({ world, company }: Scene): Promise<void> {
  const { admin } = world.database;
  const certificates = () => admin`
    select state, counts -> 'tickets' as tickets, counts -> 'groupMessages' as said from erasures`;
  const owed = (await certificates()).length;
  await expect
    .poll(async () => [...(await certificates())], { timeout: END_MS })
    .toEqual(Array(owed).fill({ state: 'done', tickets: 1, said: 1 }));
  expect((await admin`select from contacts where name = ${NAME}`).count).toBe(0);
  for (const place of Array(owed).keys())
    expect(await tracesOf(admin, company, [], numberOf(place))).toEqual({});
}
