import { openScreen } from '../../../desktop/e2e/measured-screen.ts';
import { createBrowserHost } from '../../../desktop/src/hosts/browser/host.ts';
import type { Cache, Computer } from '../console.ts';
import type { Context, Figure } from '../figure.ts';
import { medianOf } from '../measure.ts';
import { type Program, startProgram } from '../program.ts';
import { buildScreen, bundleConsole } from './screen.ts';

const OPENED = 50;

interface ColdConsole {
  computer: Computer;
  cache: Cache;
  /** An address without a server. */
  serverUrl: string;
  /** The size of the cache, for the names of the figures. */
  of: string;
}

/**
 * The console in Chromium and without a network: how soon there is a list, and what it weighs. Its core is bundled, as
 * people get it with the desktop program; from its sources it needs 20 to 40 MB more.
 */
export async function startCold(
  context: Context,
  { computer, cache, serverUrl, of }: ColdConsole,
): Promise<Figure[]> {
  const { quick, note } = context;
  await buildScreen(context);
  const program = await bundleConsole(context);
  await keepAsBrowserHost(computer);
  const uuids = cache
    .prepare<[number], string>(
      `select row ->> 'uuid' from ticket where status = 'open' order by last_message_at desc limit ?`,
    )
    .pluck()
    .all(OPENED);
  const screen = await openScreen();
  const empty = await screen.weight();
  const bare = await startProgram('server/bench/nothing.ts');
  let console: Program<{ url: string }> | undefined;
  note('starting without a network');
  const coldMs = await medianOf(quick ? 1 : 5, async () => {
    await console?.stop();
    const args = ['--server', serverUrl, '--data', computer.dir];
    const started = performance.now();
    console = await startProgram(program, { args });
    await screen.open(console.ready.url);
    return performance.now() - started;
  });
  note(`opening ${uuids.length} tickets`);
  await screen.read(uuids);
  const { heapMiB, processMiB } = await screen.weight();
  const core = (await console?.memory()) ?? 0;
  const least = await bare.memory();
  await Promise.all([screen.close(), console?.stop(), bare.stop()]);
  const nothing = 'a Node program that does nothing';
  const page = 'an empty page';
  return [
    {
      name: `start without a network to the list ${of}`,
      value: coldMs / 1000,
      unit: 's',
      floor: { what: nothing, value: bare.startMs / 1000 },
      target: { atMost: 2 },
    },
    {
      name: `screen after opening ${uuids.length} tickets`,
      value: processMiB,
      unit: 'MB',
      floor: { what: page, value: empty.processMiB },
      target: { atMost: 350 },
    },
    {
      name: 'its JavaScript heap',
      value: heapMiB,
      unit: 'MB',
      floor: { what: page, value: empty.heapMiB },
    },
    {
      name: 'and the console core, bundled as it is packed',
      value: core,
      unit: 'MB',
      floor: { what: nothing, value: least },
      target: { atMost: 115 },
    },
  ];
}

/** Stores the session where the program looks for it. */
async function keepAsBrowserHost({ dir, settings, secrets }: Computer): Promise<void> {
  const host = createBrowserHost(dir);
  for (const [key, value] of settings) host.settings.set(key, value);
  for (const [key, value] of secrets) await host.secrets.set(key, value);
}
