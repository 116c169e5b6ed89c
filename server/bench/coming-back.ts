import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from './api.ts';
import { type Computer, newComputer, signIn, startConsole } from './console.ts';
import { customersWrite } from './customers.ts';
import type { Context } from './figure.ts';
import { timed } from './measure.ts';
import type { BenchDatabase } from './postgres.ts';
import type { SeededCompany } from './seed.ts';

/** Ana's console is off while so much changes. @returns how long it takes from its start until it shows all of that */
export async function comeBack(
  { dir, note }: Context,
  admin: BenchDatabase['admin'],
  company: SeededCompany,
  api: Api,
  changes: number,
): Promise<{ ms: number; computer: Computer }> {
  const computer = newComputer(await mkdtemp(join(dir, 'away-')));
  const before = await startConsole(computer, api.url);
  await signIn(before, company.ana);
  await before.live();
  await before.stop();
  note(`making ${changes} changes`);
  await customersWrite(admin, company, changes / 2);
  note('coming back');
  const ms = await timed(async () => {
    const after = await startConsole(computer, api.url);
    await after.live();
    await after.stop();
  });
  return { ms, computer };
}
