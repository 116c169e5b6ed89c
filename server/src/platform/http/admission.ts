import { isTokenClass, type RouteContract } from '@balcao/shared/api/contract.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { type Actor, can, type PlanFlag } from '@balcao/shared/permissions.ts';

/** The caller, as the access token says and the database confirms. */
export interface Caller {
  actor: Actor;
  sessionId: string;
  standing: AccountState;
}

/** What keeps doors closed to somebody whose session is alive. */
export interface AccountState {
  /** The last day that was paid, once it and the days of grace after it are over. */
  overdueSince: string | null;
  mustSetUpSecondFactor: boolean;
  /** The parts of the product that the company's plan includes. */
  planFlags: readonly PlanFlag[];
}

type RouteAccess = Pick<RouteContract, 'access' | 'openWhenOverdue' | 'openWithoutSecondFactor' | 'plan'>;

/**
 * Throws ERR_SECOND_FACTOR_SETUP, ERR_SUBSCRIPTION_EXPIRED {date}, ERR_NO_PERMISSION or ERR_PLAN_FEATURE_OFF, in this
 * order: first what the company must do, then what the person may.
 */
export function assertOpen(door: RouteAccess, { actor, standing }: Caller): void {
  if (standing.mustSetUpSecondFactor && !door.openWithoutSecondFactor)
    throw new AppError('ERR_SECOND_FACTOR_SETUP');
  if (standing.overdueSince && !door.openWhenOverdue)
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { date: standing.overdueSince });
  const { access, plan } = door;
  if (access !== 'public' && access !== 'session' && !isTokenClass(access) && !can(actor, access))
    throw new AppError('ERR_NO_PERMISSION');
  if (plan && !standing.planFlags.includes(plan)) throw new AppError('ERR_PLAN_FEATURE_OFF');
}
