import { AppError } from '@balcao/shared/errors.ts';
import type { CompanyView } from '@balcao/shared/features/companies/calls.ts';
import { type RECURRENCE_MONTHS, TRIAL_DAYS } from '@balcao/shared/features/companies/limits.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as plans from '../plans/plans.service.ts';
import { OPERATOR } from '../subscription/subscription.ts';
import { found } from './companies.service.ts';

const RECURRENCE = 'MENSAL' satisfies keyof typeof RECURRENCE_MONTHS;

/** What a stranger may say of the company they found; everything else, like the end of the trial, is the server's. */
interface SignUp {
  name: string;
  email: string;
  phone: string;
  passwordHash: string;
  planId: number;
  language?: CompanyView['language'] | undefined;
  /** Who recommended us. */
  companyId?: number | undefined;
}

/**
 * Founds a company on trial, with its first admin. ERR_USER_CREATION_DISABLED while the operator has closed sign-up,
 * ERR_COMPANY_NAME_TAKEN, ERR_EMAIL_TAKEN, ERR_NO_PLAN_FOUND.
 */
export async function signUp(tx: Tx, input: SignUp, now: Date) {
  const { name, email, phone, planId, language } = input;
  const [closed] = await tx`
    select from settings where company_id = ${OPERATOR} and key = 'userCreation' and value = 'disabled'`;
  if (closed) throw new AppError('ERR_USER_CREATION_DISABLED');
  await plans.get(tx, planId);
  const trialExpiration = await lastDayOfTrial(tx, now);
  const { company } = await found(
    tx,
    {
      name,
      email,
      phone,
      planId,
      language,
      recurrence: RECURRENCE,
      dueDate: trialExpiration,
      trialExpiration,
      recommendedBy: input.companyId ?? null,
    },
    { name, email, passwordHash: input.passwordHash },
  );
  return { id: company.id, name, email, dueDate: company.dueDate ?? '' };
}

/** In the timezone that new companies have. */
async function lastDayOfTrial(tx: Tx, now: Date): Promise<string> {
  const [row] = await tx<{ day: string }[]>`
    select ((${now}::timestamptz at time zone 'America/Sao_Paulo')::date + ${TRIAL_DAYS}::int)::text as day`;
  return row?.day ?? '';
}
