import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import {
  getConsoleVersions,
  getHealth,
  getHealthHistory,
  type HealthMoment,
  type JobView,
  listJobs,
  listProcesses,
  MAX_DOWN,
  type ProcessView,
  showBackups,
} from '@balcao/shared/features/system/calls.ts';
import {
  byUrgency,
  type Check,
  checkOf,
  type Finding,
  stateOf,
} from '@balcao/shared/features/system/findings.ts';
import { type Gathering, gathering, type OfHome } from './gathering.ts';
import type { Home, Homes } from './home.ts';

/** How the installation is, of which each home sees a part. */
export function systemViews(ofHome: OfHome, homes: Pick<Homes, 'away'>): Gathering[] {
  return [
    gathering(listJobs, async (answers) => jobsOfAll((await answers({})).flatMap(([, rows]) => rows))),
    gathering(listProcesses, async (answers) =>
      processesOfAll((await answers({})).flatMap(([, rows]) => rows)),
    ),
    gathering(getHealth, async (answers) => {
      const parts = await answers({});
      const down = parts.flatMap(([home, part]) =>
        part.down.filter(({ companyId }) => ofHome(home, companyId)),
      );
      return {
        at: parts[0]?.[1].at,
        findings: byUrgency([
          ...findingsOfAll(parts.map(([{ name }, { findings }]) => [name, findings])),
          ...homes
            .away(parts.map(([home]) => home))
            .map((name): Finding => ({ name: 'databaseAway', facts: { name } })),
        ]),
        down: down.toSorted((one, other) => one.since.localeCompare(other.since)).slice(0, MAX_DOWN),
      };
    }),
    gathering(getHealthHistory, async (answers) =>
      momentsOfAll((await answers({})).flatMap(([, rows]) => rows)),
    ),
    gathering(showBackups, async (answers) => backupsOfAll(await answers({}))),
    gathering(getConsoleVersions, async (answers) =>
      versionsOfAll((await answers({})).map(([, part]) => part)),
    ),
  ];
}

const OUTCOMES = ['done', 'setBack', 'failed'] as const;

/** A job runs in each home: how the worst of its runs went. */
function jobsOfAll(rows: JobView[]): JobView[] {
  const byName = Map.groupBy(rows, ({ name }) => name);
  return [...byName.values()].flatMap((runs) => {
    const worst = runs.toSorted(
      (one, other) => OUTCOMES.indexOf(other.outcome) - OUTCOMES.indexOf(one.outcome),
    );
    const setBack = runs.reduce((sum, run) => sum + run.setBack, 0);
    return worst
      .slice(0, 1)
      .map((run) => ({ ...run, setBack, setbacks: runs.flatMap((one) => one.setbacks) }));
  });
}

/** An API process is at work in all homes, under one id, with consoles in each. */
function processesOfAll(rows: ProcessView[]): ProcessView[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()]
    .flatMap((parts) => {
      const said = parts.flatMap(({ consoles }) => consoles ?? []);
      const consoles = said.length > 0 ? said.reduce((sum, count) => sum + count) : null;
      return parts.slice(0, 1).map((process) => ({ ...process, consoles }));
    })
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
}
const keyOf = ({ machine, kind, startedAt, id }: ProcessView) => `${machine} ${kind} ${startedAt} ${id}`;

/** What each home has of its own; of all others the first one speaks for the installation. */
const OF_EACH = new Set<Check>([
  'numbers',
  'outbox',
  'held',
  'intake',
  'calls',
  'database',
  'backups',
  'jobs',
]);
/** Where backups go, all are told by the same configuration. */
const isOfEach = (finding: Finding) => OF_EACH.has(checkOf(finding)) && finding.name !== 'backupsNone';

/** A check is good when it is in each home. What the first one says for the installation, it alone says. */
export function findingsOfAll(
  homes: readonly (readonly [name: string, findings: readonly Finding[]])[],
): Finding[] {
  const found = homes.flatMap(([database, findings], at) =>
    findings
      .filter((finding) => at === 0 || isOfEach(finding))
      .map((finding) => (homes.length > 1 && isOfEach(finding) ? { ...finding, database } : finding)),
  );
  const byCheck = Map.groupBy(found, checkOf);
  return [...byCheck.values()].flatMap((all) => {
    const wrong = all.filter((finding) => stateOf(finding) !== 'good');
    return wrong.length > 0 ? wrong : all.slice(0, 1).map(({ name, facts }) => ({ name, facts }));
  });
}

type Backups = RouteOutput<typeof showBackups>;

function backupsOfAll(parts: readonly (readonly [Pick<Home, 'name'>, Backups])[]): Backups | undefined {
  const [first] = parts;
  const oldest = (name: 'lastGoodAt' | 'lastTriedAt') => {
    const moments = parts.map(([, part]) => part[name]);
    return moments.includes(null) ? null : (moments.sort()[0] ?? null);
  };
  return (
    first && {
      ...first[1],
      lastGoodAt: oldest('lastGoodAt'),
      lastTriedAt: oldest('lastTriedAt'),
      late: parts.some(([, { late }]) => late),
      list: parts
        .flatMap(([{ name }, { list }]) => list.map((row) => ({ ...row, database: name })))
        .sort((one, other) => other.beganAt.localeCompare(one.beganAt)),
    }
  );
}

function momentsOfAll(rows: HealthMoment[]): HealthMoment[] {
  const byTime = Map.groupBy(rows, ({ at }) => at);
  return [...byTime]
    .map(([at, moments]) => {
      const sum = (name: 'connected' | 'wanted' | 'consoles') =>
        moments.reduce((all, moment) => all + moment[name], 0);
      const most = (name: 'unsentSeconds' | 'unstoredSeconds') =>
        Math.max(...moments.map((moment) => moment[name]));
      return {
        at,
        connected: sum('connected'),
        wanted: sum('wanted'),
        unsentSeconds: most('unsentSeconds'),
        unstoredSeconds: most('unstoredSeconds'),
        consoles: sum('consoles'),
      };
    })
    .sort((one, other) => one.at.localeCompare(other.at));
}

type Versions = RouteOutput<typeof getConsoleVersions>;

function versionsOfAll(parts: readonly Versions[]): Versions | undefined {
  const [first] = parts;
  const byVersion = Map.groupBy(
    parts.flatMap(({ versions }) => versions),
    ({ version }) => version,
  );
  const versions = [...byVersion].map(([version, rows]) => ({
    version,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    lastSeenAt:
      rows
        .map((row) => row.lastSeenAt)
        .sort()
        .at(-1) ?? '',
  }));
  return (
    first && {
      ...first,
      versions: versions.sort((one, other) => compareVersions(other.version, one.version)),
    }
  );
}

const compareVersions = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
