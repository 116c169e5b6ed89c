import reasons from '@balcao/shared/features/connections/en.json' with { type: 'json' };
import { isFailing, type JobView } from '@balcao/shared/features/system/calls.ts';
import texts from '@balcao/shared/features/system/en.json' with { type: 'json' };
import {
  checkOf,
  commandOption,
  type Facts,
  type Finding,
  stateOf,
} from '@balcao/shared/features/system/findings.ts';
import channels from '@balcao/shared/features/tickets/en.json' with { type: 'json' };
import type { Config } from '../../config.ts';
import { publishedVersion } from '../../modules/system/console-versions.ts';
import type { Down } from '../../modules/system/down-connections.repo.ts';
import { readHealth } from '../../modules/system/health.service.ts';
import type { Database } from '../../platform/db/database.ts';
import * as jobs from '../../platform/jobs/jobs.repo.ts';
import type { Seen } from './seen.ts';

const plurals = new Intl.PluralRules('en');
const MINUTE = 60;
const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** What the operator's page says of a database, and whom it names: a line for each. */
export interface Health {
  findings: readonly Finding[];
  /** Numbers without a connection. */
  down: readonly string[];
  /** Work by the clock. */
  failing: readonly string[];
}

/** This machine's own disks are looked at by themselves. */
export async function readHealthIn(db: Database, config: Config): Promise<Health> {
  const published = await publishedVersion(config.updatesDir);
  return db.asSystem(async (tx) => {
    const { findings, down } = await readHealth(tx, { config, published, now: new Date() });
    const isOwnDisk = (one: Finding) => checkOf(one) === 'disk' && one.facts.name === config.machine;
    return {
      findings: findings.filter((one) => !isOwnDisk(one)),
      down: down.rows.map(describeNumber),
      failing: (await jobs.list(tx)).filter(isFailing).map(describeJob),
    };
  });
}

function describeNumber({ companyName, name, channel, reason, since }: Down['rows'][number]): string {
  const time = duration((Date.now() - since.getTime()) / 1_000);
  const why = reason
    ? reasons.reason[reason].replaceAll('{{channel}}', channels.channel[channel])
    : texts.down.unknown;
  return `${companyName} – ${name}, ${texts.down.since.replace('{{time}}', time)}: ${why}`;
}

function describeJob({ name, reason, setBack, setbacks }: JobView): string {
  const waits = texts.jobs[setBack === 1 ? 'setBack_one' : 'setBack_other'];
  const rest = setBack > 0 ? ` (${waits.replace('{{count}}', String(setBack))})` : '';
  return `${name}: ${setbacks[0]?.reason ?? reason}${rest}`;
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
