import { NAME } from '@balcao/shared/contract/limits.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { CompanyView, CreatedCompany, OwnCompanyView } from '@balcao/shared/features/companies/calls.ts';
import { RECURRENCE_MONTHS, USE_DAYS } from '@balcao/shared/features/companies/limits.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { BusinessHours } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isForeignKeyViolation, isUniqueViolation, isUnknownName } from '../../platform/db/errors.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { InputError } from '../../platform/http/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { openFirstLink } from '../auth/password-resets.service.ts';
import { hoursChanged } from '../open-hours/open-hours.service.ts';
import { readPaymentSettings } from '../payment-settings/payment-settings.service.ts';
import { endSessions } from '../sessions/sessions.service.ts';
import { refreshConsoles } from '../subscription/company-changed.ts';
import { OPERATOR } from '../subscription/subscription.ts';
import { presentCompany, presentListed, showCompany } from './companies.presenter.ts';
import * as repo from './companies.repo.ts';

/**
 * Companies, as the platform's operators administer them. All throw ERR_NO_COMPANY_FOUND for
 * a missing one; what they change is noted in the operator's own audit log.
 */
export type CompanyFields = Omit<repo.CompanyChange, 'schedules'> & {
  campaignsEnabled?: boolean | undefined;
};

/** The own company, or any for an operator; another's answers as a missing one. */
export async function getFor(tx: Tx, actor: Actor, id: number): Promise<OwnCompanyView> {
  assertReach(actor, id);
  return showCompany(await get(tx, id), actor);
}

function assertReach(actor: Actor, id: number): void {
  if (id !== actor.companyId && !can(actor, 'companies:manage')) throw new AppError('ERR_NO_COMPANY_FOUND');
}

export async function get(tx: Tx, id: number): Promise<CompanyView> {
  return presentCompany(orNotFound(await repo.find(tx, id), 'ERR_NO_COMPANY_FOUND'));
}

/** The choices of a select end somewhere. */
const MAX_CHOICES = 5_000;
const DAY_MS = 86_400_000;

/** The choices of a select. */
export async function listAll(tx: Tx): Promise<CompanyView[]> {
  const rows = await repo.list(tx, undefined, { offset: 0, limit: MAX_CHOICES });
  return rows.map(presentCompany);
}

/** A page with what each company uses. */
export async function list(
  tx: Tx,
  {
    searchParam,
    pageNumber,
    after,
  }: { searchParam?: string | undefined; pageNumber?: number | undefined; after?: number | undefined },
  now: Date,
) {
  const rows = await repo.list(tx, searchParam, pageAt(pageNumber, after));
  const { shown, hasMore, next } = pageOf(rows, ({ id }) => String(id));
  const ids = shown.map(({ id }) => id);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const use = await repo.loadUse(tx, ids, { since: daysAgo(USE_DAYS), before: daysAgo(2 * USE_DAYS) });
  return {
    companies: shown.flatMap((row) => {
      const used = use.get(row.id);
      return used ? [presentListed(row, used)] : [];
    }),
    count: await repo.count(tx, searchParam),
    hasMore,
    next,
  };
}

/**
 * With its first admin, who signs in with the company's e-mail. Noted as the operator's deed, or as that admin's own.
 * ERR_COMPANY_NAME_TAKEN, ERR_EMAIL_TAKEN, ERR_NO_PLAN_FOUND.
 */
export async function found(
  tx: Tx,
  { campaignsEnabled = true, ...fields }: CompanyFields & { name: string; email: string },
  person: repo.FirstAdmin,
  operator?: Actor,
): Promise<{ company: CompanyView; userId: number }> {
  const { graceDays } = await readPaymentSettings(tx);
  const id = await valid(repo.insert(tx, { graceDays, ...fields }));
  if (!campaignsEnabled) await repo.setCampaigns(tx, id, false);
  const userId = await valid(repo.insertAdmin(tx, id, person));
  const company = await get(tx, id);
  await recordChange(tx, operator ?? { companyId: id, userId }, AUDITED, null, company);
  return { company, userId };
}

/** @param firstLink makes the link with which the admin chooses a password; null for one that has a password */
export async function create(
  tx: Tx,
  actor: Actor,
  { passwordHash, ...fields }: CompanyFields & { name: string; email: string; passwordHash: string },
  firstLink: { at: Date; publicUrl: string | null } | null,
): Promise<CreatedCompany> {
  const person = { name: fields.name.slice(0, NAME.max), email: fields.email, passwordHash };
  const { company, userId } = await found(tx, fields, person, actor);
  const { id: companyId, language } = company;
  const link = firstLink && (await openFirstLink(tx, { companyId, userId, language }, firstLink));
  return { ...company, link };
}

/** Blocking ends every session of the company. ERR_COMPANY_PROTECTED for blocking the operator's own. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { campaignsEnabled, ...change }: CompanyFields,
): Promise<CompanyView> {
  await repo.lock(tx, id);
  const before = await get(tx, id);
  if (change.status === false && id === OPERATOR) throw new AppError('ERR_COMPANY_PROTECTED');
  await valid(repo.update(tx, id, change));
  if (campaignsEnabled !== undefined) await repo.setCampaigns(tx, id, campaignsEnabled);
  const company = await get(tx, id);
  await refreshConsoles(tx, id);
  await recordChange(tx, actor, AUDITED, before, company);
  if (before.status && !company.status) await endSessions(tx, id, { by: 'revoked' });
  return company;
}

/** "+Vencimento". */
export async function advanceDueDate(tx: Tx, actor: Actor, id: number, now: Date): Promise<CompanyView> {
  await repo.lock(tx, id);
  const before = await get(tx, id);
  const company = await moveDueDate(tx, id, RECURRENCE_MONTHS[before.recurrence], now);
  await refreshConsoles(tx, id);
  await recordChange(tx, actor, AUDITED, before, company);
  return company;
}

/**
 * So many months more are paid; one that never ends stays so. Noted as the operator's deed, or as the system's own. Consoles
 * learn it from the invoice, and keep their rows.
 */
export async function renew(
  tx: Tx,
  actor: Actor | null,
  id: number,
  { months, now }: { months: number; now: Date },
): Promise<void> {
  await repo.lock(tx, id);
  const before = await get(tx, id);
  if (before.dueDate === null) return;
  const company = await moveDueDate(tx, id, months, now);
  await recordChange(tx, actor ?? { companyId: id, userId: null }, AUDITED, before, company);
}

async function moveDueDate(tx: Tx, id: number, months: number, now: Date): Promise<CompanyView> {
  await repo.advanceDueDate(tx, id, months, now);
  return get(tx, id);
}

/** Removes a company with everything it has. ERR_COMPANY_PROTECTED for the operator's own. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  await repo.lock(tx, id);
  const before = await get(tx, id);
  if (id === OPERATOR) throw new AppError('ERR_COMPANY_PROTECTED');
  await repo.remove(tx, id);
  await recordChange(tx, actor, AUDITED, before, null);
}

/** Business hours and the timezone they are in, from which the due date hangs too; of whom `getFor` finds. */
export async function updateSchedules(
  tx: Tx,
  actor: Actor,
  id: number,
  change: { schedules: BusinessHours; timezone?: string | undefined; holidays?: Holiday[] | undefined },
): Promise<OwnCompanyView> {
  assertReach(actor, id);
  await repo.lock(tx, id);
  const before = await get(tx, id);
  await valid(repo.update(tx, id, change));
  const company = await get(tx, id);
  if (company.timezone !== before.timezone) await refreshConsoles(tx, id);
  await hoursChanged(tx, id);
  await recordChange(tx, actor, AUDITED, before, company);
  return showCompany(company, actor);
}

const AUDITED: Audited<CompanyView> = {
  entity: 'company',
  name: ({ name }) => name,
  // The plan by its name instead of all its fields.
  fields: (company) => ({ ...company, plan: company.plan?.name ?? null }),
};

async function valid<T>(writing: PromiseLike<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'companies_name')) throw new AppError('ERR_COMPANY_NAME_TAKEN');
    if (isUniqueViolation(error, 'users_email_key')) throw new AppError('ERR_EMAIL_TAKEN');
    if (isForeignKeyViolation(error)) throw new AppError('ERR_NO_PLAN_FOUND');
    if (isUnknownName(error)) throw new InputError([{ location: 'body.timezone', code: 'invalid_value' }]);
    throw error;
  }
}
