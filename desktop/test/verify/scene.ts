import { afterAll, beforeAll } from 'vitest';
import type { Tx } from '../../../server/src/platform/db/client.ts';
import { startApi } from '../../../server/test/api.ts';
import { type CompanyFixture, givePlan } from '../../../server/test/fixtures.ts';
import { createLiveChannel, createLiveIngest, type LiveChannel } from '../live/channel.ts';
import { createLiveConsole, type LiveConsole } from '../live/console.ts';
import { type LiveApi, openLiveApi } from '../live/live-api.ts';

/** A server, a channel and three consoles that follow every change. There once the tests run. */
export interface Scene {
  server: LiveApi;
  company: CompanyFixture;
  channel: LiveChannel;
  /** What the channel gives as a file. */
  file: () => Uint8Array;
  watchers: LiveConsole[];
  /** Serves one queue; Bruno serves the other. */
  ana: LiveConsole;
  /** An admin, who sees everything. */
  boss: LiveConsole;
  sql<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  run(statement: (tx: Tx) => PromiseLike<unknown>): Promise<void>;
}

/** Called once by each file. */
export function openScene(): Scene {
  const scene = {
    sql: (work) => scene.server.db.withCompany(scene.company.companyId, work),
    run: (statement) =>
      scene.sql(async (tx) => {
        await statement(tx);
      }),
  } as Scene;
  beforeAll(async () => {
    const server = await openLiveApi(await startApi());
    const company = await server.company('Padaria');
    await givePlan(server.admin, company.companyId);
    const channel = createLiveChannel(createLiveIngest(server), company.companyId, company.connectionId, () =>
      scene.file(),
    );
    const [ana, bruno, boss] = (await Promise.all(
      ([company.ana, company.bruno, company.admin] as const).map(async (user) => {
        const console = createLiveConsole(server.url, await server.seat(user));
        console.sync.start();
        await console.settle();
        return console;
      }),
    )) as [LiveConsole, LiveConsole, LiveConsole];
    Object.assign(scene, { server, company, channel, ana, boss, watchers: [ana, bruno, boss] });
  });
  afterAll(async () => {
    for (const console of scene.watchers) console.remove();
    await scene.server.stop();
  });
  return scene;
}
