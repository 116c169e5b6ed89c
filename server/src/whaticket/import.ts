import { rebuild } from '../modules/dashboard/counters.repo.ts';
import type { Database } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { campaigns, contactLists, listItems } from './campaigns.ts';
import { bring, type CompanyThere, listCompanies } from './companies.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { countFiles } from './files.repo.ts';
import { bringFiles } from './files.ts';
import { messages } from './messages.ts';
import { privateMessages, ticketNotes } from './notes.ts';
import { forgetMarks, listNotes } from './origins.repo.ts';
import { ofCompany } from './pages.ts';
import { chatbots, queueOptions } from './queue-options.ts';
import { queues } from './queues.ts';
import { isNobodys, quickAnswers, quickMessages } from './quick-messages.ts';
import { reactions } from './reactions.ts';
import { type CompanyReport, headline, leftOut, reportOf } from './report.ts';
import { schedules } from './schedules.ts';
import { settings } from './settings.ts';
import type { Source } from './source.ts';
import { runStep, type Step, type Work } from './step.ts';
import { tags } from './tags.ts';
import { tickets } from './tickets.ts';
import { users } from './users.ts';

/** Each needs what comes before it. */
const STEPS = [
  queues,
  connections,
  users,
  queueOptions,
  chatbots,
  tags,
  contacts,
  tickets,
  messages,
  reactions,
  ticketNotes,
  privateMessages,
  quickMessages,
  quickAnswers,
  schedules,
  settings,
  contactLists,
  listItems,
  campaigns,
] as readonly Step<unknown>[];

const stepsOf = (source: Source) =>
  STEPS.filter(({ table }) => source.has(table) && !isNobodys(source, table));

export interface ImportOptions {
  /** Ids there; none: all of them. */
  companies: readonly string[];
  since: Date | null;
  /** The folder with the files there; null: they come another time. */
  media: string | null;
  /** Rows of one transaction. */
  atOnce?: number;
}

export interface ImportDeps {
  db: Database;
  storage: Storage;
  /** Bytes of one file. */
  mediaLimit: number;
  noPassword: string;
  /** Takes the report, as it comes. */
  say(text: string): void;
}

const ROWS_AT_ONCE = 500;
const EXAMPLES = 20;

/**
 * Brings companies with all that they have. What came once is not brought again, and stays as people have changed it here;
 * what stopped half-way goes on. Throws NotSetUpError, TwoImportsError, SourceError.
 */
export async function importAll(deps: ImportDeps, source: Source, options: ImportOptions): Promise<void> {
  deps.say(headline(source));
  for (const company of await listCompanies(source, options.companies))
    deps.say(reportOf(await importCompany(deps, source, company, options)));
  deps.say(await leftOut(source));
}

async function importCompany(
  deps: ImportDeps,
  source: Source,
  company: CompanyThere,
  { since, media, atOnce = ROWS_AT_ONCE }: ImportOptions,
): Promise<CompanyReport> {
  const { db, storage, noPassword, mediaLimit: limit } = deps;
  const companyId = await bring(db, source, company);
  const { origin, name } = company;
  const work: Work = { source: source.name, companyId, from: source, origin, since, noPassword };
  const steps: CompanyReport['steps'] = [];
  for (const step of stepsOf(source))
    steps.push({ kind: step.kind, ...(await runStep(db, work, step, atOnce)) });
  const files = media === null ? 0 : await bringFiles({ folder: media, db, storage, limit }, work, origin);
  await db.asSystem((tx) => rebuild(tx, companyId));
  return db.withCompany(companyId, async (tx) => {
    await forgetMarks(tx, work);
    const missing = await countFiles(tx, work);
    const notes = await listNotes(tx, work, EXAMPLES);
    return { name, companyId, steps, notes, files: { brought: files, missing } };
  });
}

/** What would come, counted; nothing is written. */
export async function dryRun(
  say: ImportDeps['say'],
  source: Source,
  { companies, since }: ImportOptions,
): Promise<void> {
  say(headline(source));
  for (const { origin, name } of await listCompanies(source, companies)) {
    say(`\n${name}${origin === null ? '' : ` (company ${origin} there)`}`);
    const work = { source: source.name, companyId: 0, from: source, origin, since, noPassword: '' };
    for (const step of stepsOf(source))
      if (!OF_OTHERS.has(step.kind)) say(`  ${step.kind}: ${await count(work, step.table)}`);
  }
  say(await leftOut(source));
}

/** Parts of a table that is counted already. */
const OF_OTHERS = new Set([reactions.kind, privateMessages.kind]);
/** What dates a row, where only news are wanted. */
const DATES: Record<string, string> = { Tickets: 'updatedAt', Messages: 'createdAt' };

async function count(work: Work, table: string): Promise<string> {
  const date = DATES[table];
  const isNews = date
    ? `and ($2::text is null or x."${date}" >= $2::timestamptz)`
    : 'and $2::text is not distinct from $2';
  const [row] = await work.from.read(
    `select count(*)::text as n from "${table}" x where ${ofCompany(work, table)} ${isNews}`,
    [work.origin, work.since?.toISOString() ?? null],
  );
  return row?.n ?? '0';
}
