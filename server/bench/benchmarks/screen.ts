import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PASSWORD } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { startProgram } from '../program.ts';
import { seedCompany } from '../seed.ts';

/** The arguments of `desktop/e2e/list-figures.ts`. */
export interface ListOptions {
  serverUrl: string;
  dataDir: string;
  person: { email: string; password: string };
  /** The number of tickets in the list. */
  open: number;
}

/** Its output. Times in milliseconds. */
export interface ListFigures {
  /** Times until the rows of the tab are painted, and until as many plain lines are. */
  openings: { ms: number; floorMs: number }[];
  floors: Scroll[];
  ours: Scroll[];
  clicked: Clicked;
}

/** How long clicks took to be answered, and how much of the screen moved by itself meanwhile. */
export interface Clicked {
  /** Milliseconds from each click to its next frame, as the browser says of the event itself. */
  ours: number[];
  /** The same of a button that does nothing. */
  bare: number[];
  /** The sum of all layout shifts that no input explains. */
  shift: number;
}

interface Scroll {
  frames: number[];
  /** How many of them came late. */
  dropped: number;
}

const DESKTOP = fileURLToPath(new URL('../../../desktop/', import.meta.url));

const VITE = join(DESKTOP, 'node_modules/.bin/vite');
const build = (...args: string[]) =>
  promisify(execFile)(VITE, ['build', '--logLevel', 'warn', ...args], { cwd: DESKTOP });

/** Builds as `pnpm build` does. */
export async function buildScreen({ note }: Context): Promise<void> {
  note('building the screen');
  await build();
}

/** Bundles the console in its browser host as the desktop program is bundled. @returns the program */
export async function bundleConsole({ note }: Context): Promise<string> {
  note('bundling the console');
  await build('--mode', 'browser', '--config', 'vite.electron.config.ts');
  return 'desktop/dist/measured/browser/main.js';
}

/** The ticket list in Chromium, in its production build: its first paint and its scrolling. */
export const screen: Benchmark = {
  name: 'screen',
  async run(context) {
    await buildScreen(context);
    const open = context.quick ? 900 : 9_900;
    const database = await context.postgres.createDatabase();
    // Nine of ten are open.
    const { admin } = await seedCompany(database.admin, open / 0.9, { underWay: true });
    const api = await startApi(context, database);
    const dataDir = await mkdtemp(join(context.dir, 'screen-'));
    const person = { email: admin.email, password: PASSWORD };
    const options: ListOptions = { serverUrl: api.url, dataDir, person, open };
    context.note('opening and scrolling');
    const program = await startProgram<ListFigures>('desktop/e2e/list-figures.ts', {
      args: [JSON.stringify(options)],
    });
    await program.stop();
    await api.stop();
    await database.drop();
    return [...openings(program.ready, open), ...scrolling(program.ready, open), ...clicking(program.ready)];
  },
};

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const at = (numbers: number[], part: number) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))] ?? 0;

function openings({ openings: times }: ListFigures, open: number): Figure[] {
  const what = 'as many plain lines in the same window';
  return ([0.5, 1] as const).map((part) => ({
    name: part === 1 ? 'the slowest opening' : `opening a list of ${open} tickets, p${part * 100}`,
    value: at(
      times.map(({ ms }) => ms),
      part,
    ),
    unit: 'ms',
    floor: {
      what,
      value: at(
        times.map(({ floorMs }) => floorMs),
        part,
      ),
    },
    target: { atMost: 150 },
  }));
}

function scrolling({ ours, floors }: ListFigures, open: number): Figure[] {
  const what = 'plain lines of one element, scrolled alike';
  const frames = (all: Scroll[]) => all.flatMap((one) => one.frames);
  const dropped = (all: Scroll[]) =>
    (100 * all.reduce((sum, one) => sum + one.dropped, 0)) / frames(all).length;
  return [
    ...[0.5, 0.95, 0.99].map(
      (part): Figure => ({
        name: `a frame while ${open} tickets scroll, p${part * 100}`,
        value: at(frames(ours), part),
        unit: 'ms',
        floor: { what, value: at(frames(floors), part) },
      }),
    ),
    {
      name: 'frames dropped while scrolling',
      value: dropped(ours),
      unit: '%',
      floor: { what, value: dropped(floors) },
      target: { atMost: 1 },
    },
  ];
}

function clicking({ clicked: { ours, bare, shift } }: ListFigures): Figure[] {
  const what = 'a bare button on the same page';
  return [
    ...[0.5, 0.95, 1].map(
      (part): Figure => ({
        name: part === 1 ? 'the slowest answer to a click' : `the answer to a click, p${part * 100}`,
        value: at(ours, part),
        unit: 'ms',
        floor: { what, value: at(bare, part) },
        target: { atMost: 100 },
      }),
    ),
    { name: 'of the screen moved by itself', value: 100 * shift, unit: '%', target: { atMost: 0 } },
  ];
}
