import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../src/platform/free-port.ts';
import { eventually } from '../eventually.ts';
import { startDaemon } from '../patroni/daemon.ts';

const PROGRAM = '/usr/bin/prometheus';
const given = (name: string) => readFile(new URL(`../../packaging/${name}`, import.meta.url), 'utf8');

/** Debian's Prometheus by the files that operators are given, but for its haste. */
export interface Prometheus {
  /** The values of a question, each with its labels. */
  ask(question: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]>;
  /** The names of all figures that it has, with what it makes of histograms. */
  names(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param targets the ports of what it reads */
export async function startPrometheus(dir: string, targets: readonly number[]): Promise<Prometheus> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: install the package prometheus.`);
  const home = join(dir, 'prometheus');
  await mkdir(home, { recursive: true });
  const addresses = targets.map((port) => `"127.0.0.1:${port}"`).join(', ');
  const config = (await given('prometheus.yml'))
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace(/targets: \[.*\]/, `targets: [${addresses}]`);
  await writeFile(join(home, 'prometheus.yml'), config);
  await writeFile(join(home, 'alerts.yml'), await given('alerts.yml'));
  const port = await freePort();
  const daemon = startDaemon(
    PROGRAM,
    [
      `--config.file=${join(home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    {},
  );
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return ((await answer.json()) as { data: T }).data;
  };
  await eventually(
    () =>
      fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    Boolean,
    20_000,
  ).catch((error: Error) => {
    throw new Error(`Prometheus does not start: ${daemon.log()}`, { cause: error });
  });
  return {
    async ask(question) {
      type Answer = { result: Awaited<ReturnType<Prometheus['ask']>> };
      return (await read<Answer>(`/api/v1/query?query=${encodeURIComponent(question)}`)).result;
    },
    names: () => read('/api/v1/label/__name__/values'),
    stop: () => daemon.stop(),
  };
}
