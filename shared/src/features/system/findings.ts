import { z } from 'zod';
import { instant } from '../../contract/fields.ts';

/**
 * All that the operator's page and `balcao doctor` may find, by what was looked at, in the order in which they show it.
 * `bad`: somebody waits for us, or is about to. `warning`: it becomes bad if nobody does anything. The texts have a
 * sentence for each (`says`), and for what is not good what to do (`advice`).
 */
export const FINDINGS = {
  numbersConnected: ['numbers', 'good'],
  numbersDown: ['numbers', 'bad'],
  outboxEmpty: ['outbox', 'good'],
  outboxWaits: ['outbox', 'bad'],
  outboxUnconnected: ['outbox', 'warning'],
  heldNone: ['held', 'good'],
  heldWait: ['held', 'warning'],
  schedulesHeld: ['held', 'warning'],
  campaignsHeld: ['held', 'warning'],
  intakeEmpty: ['intake', 'good'],
  intakeWaits: ['intake', 'bad'],
  callsOnTime: ['calls', 'good'],
  callsLate: ['calls', 'warning'],
  meaningsFail: ['calls', 'warning'],
  machinesWork: ['machines', 'good'],
  machinesFull: ['machines', 'bad'],
  sessionsNowhere: ['machines', 'bad'],
  versionsDiffer: ['machines', 'warning'],
  versionNewer: ['machines', 'warning'],
  databaseWell: ['database', 'good'],
  databaseBusy: ['database', 'bad'],
  databaseAway: ['database', 'bad'],
  diskEnough: ['disk', 'good'],
  diskLow: ['disk', 'warning'],
  diskFull: ['disk', 'bad'],
  backupsGood: ['backups', 'good'],
  backupsNone: ['backups', 'warning'],
  backupsLate: ['backups', 'bad'],
  backupsMissing: ['backups', 'bad'],
  backupsWithoutDatabase: ['backups', 'warning'],
  backupsWithoutFiles: ['backups', 'warning'],
  backupsUntried: ['backups', 'warning'],
  backupsTrialLate: ['backups', 'warning'],
  backupsTrialFailed: ['backups', 'bad'],
  wishesUnwritten: ['backups', 'bad'],
  wishesWait: ['backups', 'bad'],
  jobsDone: ['jobs', 'good'],
  jobsSetBack: ['jobs', 'warning'],
  jobsFailed: ['jobs', 'bad'],
  certificateValid: ['certificate', 'good'],
  certificateNone: ['certificate', 'warning'],
  certificateUnseen: ['certificate', 'warning'],
  certificateEnds: ['certificate', 'warning'],
  certificateEnded: ['certificate', 'bad'],
  certificateRefused: ['certificate', 'bad'],
  paymentCertificateValid: ['certificate', 'good'],
  paymentCertificateEnds: ['certificate', 'warning'],
  paymentCertificateEnded: ['certificate', 'bad'],
  clockRight: ['clock', 'good'],
  clockWrong: ['clock', 'bad'],
  consolesNew: ['consoles', 'good'],
  consolesOld: ['consoles', 'warning'],
} as const satisfies Record<string, readonly [check: string, state: 'good' | 'warning' | 'bad']>;

export type FindingName = keyof typeof FINDINGS;
export type FindingState = (typeof FINDINGS)[FindingName][1];
export type Check = (typeof FINDINGS)[FindingName][0];

/** What fills the sentences; each has those that its own names. */
const facts = z
  .object({
    count: z.int(),
    /** Of so many; or room for so many. */
    most: z.int(),
    bytes: z.number(),
    seconds: z.number(),
    /** Something has been so since then. */
    since: instant,
    until: instant,
    /** A machine, a version, an address, a database; names of jobs, or of connections with their companies. */
    name: z.string(),
  })
  .partial();
export type Facts = z.output<typeof facts>;

export const finding = z.object({
  name: z.enum(Object.keys(FINDINGS) as [FindingName, ...FindingName[]]),
  facts,
  /** In which of several databases. */
  database: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

export const stateOf = ({ name }: Finding): FindingState => FINDINGS[name][1];
export const checkOf = ({ name }: Finding): Check => FINDINGS[name][0];

/** What a command is told beside, so that it speaks of this one of several databases. */
export const commandOption = ({ database }: Finding): string => (database ? ` --database ${database}` : '');

const URGENCY: readonly FindingState[] = ['bad', 'warning', 'good'];

/** The most urgent first, else in the order of the list above. */
export function byUrgency(findings: readonly Finding[]): Finding[] {
  const names = Object.keys(FINDINGS);
  return findings.toSorted(
    (a, b) =>
      URGENCY.indexOf(stateOf(a)) - URGENCY.indexOf(stateOf(b)) ||
      names.indexOf(a.name) - names.indexOf(b.name),
  );
}
