import texts from '@balcao/shared/features/system/en.json' with { type: 'json' };
import {
  checkOf,
  commandOption,
  type Facts,
  type Finding,
  stateOf,
} from '@balcao/shared/features/system/findings.ts';
import type { Config } from '../../config.ts';
import { publishedVersion } from '../../modules/system/console-versions.ts';
import { readHealth } from '../../modules/system/health.service.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Seen } from './seen.ts';

const plurals = new Intl.PluralRules('en');
const MINUTE = 60;
const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** What the operator's page says. */
export async function findingsIn(db: Database, config: Config): Promise<Finding[]> {
  const published = await publishedVersion(config.updatesDir);
  return (await db.asSystem((tx) => readHealth(tx, { config, published, now: new Date() }))).findings;
}

/** In its words. */
export function describe(finding: Finding): Seen {
  const state = stateOf(finding);
  const advice: Partial<Record<string, string>> = texts.advice;
  const check = texts.check[checkOf(finding)];
  const { database } = finding;
  const what = database ? texts.checkIn.replace('{{check}}', check).replace('{{database}}', database) : check;
  const says = fill(finding);
  const todo = advice[finding.name]?.replaceAll('{{ofDatabase}}', commandOption(finding));
  return { state, what, says, ...(todo ? { advice: todo } : {}) };
}

/** A sentence is there once, or in the form of its count. */
function fill({ name, facts }: Finding): string {
  const sentences: Partial<Record<string, string>> = texts.says;
  const sentence = sentences[name] ?? sentences[`${name}_${plurals.select(facts.count ?? 0)}`] ?? name;
  const values = written(facts);
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, fact: string) => values[fact as keyof Facts]);
}

const written = ({ count = 0, most = 0, bytes = 0, seconds = 0, since, until, name = '' }: Facts) => ({
  count: String(count),
  most: String(most),
  name,
  bytes: bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`,
  seconds: duration(seconds),
  since: since ? duration((Date.now() - Date.parse(since)) / 1_000) : '',
  until: until?.slice(0, 10) ?? '',
});

function duration(seconds: number): string {
  const minutes = seconds / MINUTE;
  const unit = UNITS.find(([, least]) => minutes >= least);
  if (!unit) return `${Math.max(0, Math.round(seconds))} s`;
  const [name, least] = unit;
  const count = Math.floor(minutes / least);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
