import { readFile } from 'node:fs/promises';

const given = (name: string) => readFile(new URL(`../../packaging/${name}`, import.meta.url), 'utf8');

/** The questions of the dashboard, as Grafana asks them. */
export async function expressionsOfDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(await given('grafana.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$job', 'balcao')));
}

/** The figures that dashboard and rules name, without what Prometheus makes of a histogram. */
export async function namedFigures(): Promise<string[]> {
  const texts = [...(await expressionsOfDashboard()), await given('alerts.yml')].join('\n');
  const names = texts.match(/\bbalcao_[a-z_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))].sort();
}
