import { isTokenClass, type RouteContract, type SessionClass } from '@balcao/shared/contract/call.ts';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import { type Actor, hasRole, type Person, type PlanFlag } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { can, rolesOf } from '@balcao/shared/permissions.ts';
import { keyNeeds } from '@balcao/shared/program-calls.ts';

/** The caller, as the token says and the database confirms. */
export interface Caller<A extends Actor = Person> {
  actor: A;
  /** Empty for a program. */
  sessionId: string;
  standing: AccountState;
}

/** What keeps routes closed to somebody whose session is alive. */
export interface AccountState {
  /** The last day that was paid, once it and the days of grace after it are over. */
  overdueSince: string | null;
  mustSetUpSecondFactor: boolean;
  /** The parts of the product that the company's plan includes. */
  planFlags: readonly PlanFlag[];
}

type RouteAccess = Pick<RouteContract, 'access' | 'openWhileOverdue' | 'openWithoutSecondFactor' | 'plan'>;

/**
 * Throws ERR_SECOND_FACTOR_SETUP, ERR_SUBSCRIPTION_EXPIRED {date}, ERR_NO_PERMISSION or ERR_PLAN_FEATURE_OFF, in this
 * order: first what the company must do, then what the person may.
 *
 * @param params those of the address, as they came
 */
export function assertOpen(route: RouteAccess, caller: Caller<Actor>, params: unknown = {}): void {
  const { actor, standing } = caller;
  if (standing.mustSetUpSecondFactor && !route.openWithoutSecondFactor)
    throw new AppError('ERR_SECOND_FACTOR_SETUP');
  if (sessionClassOf(caller) === 'billing' && !(route.openWhileOverdue && concernsSelf(actor, params)))
    throw overdue(standing);
  const { access } = route;
  if (
    access !== 'public' &&
    access !== 'session' &&
    !isTokenClass(access) &&
    !hasRole(actor, rolesOf(access))
  )
    throw new AppError('ERR_NO_PERMISSION');
  assertInPlan(route, standing.planFlags);
}

/** Whoever does what only a person can, for example take a conversation. ERR_API_KEY_PERSON for a program. */
export function personOf(actor: Actor): Person {
  const { userId } = actor;
  if (userId === null) throw new AppError('ERR_API_KEY_PERSON');
  return { ...actor, userId };
}

/** Throws ERR_API_KEY_PERSON for what no program may call, ERR_API_KEY_SCOPE for what this one may not. */
export function assertKeyOpens(contract: RouteContract, scopes: KeyScopes): void {
  const needs = keyNeeds(contract);
  if (!needs) throw new AppError('ERR_API_KEY_PERSON');
  const right = scopes[needs.area];
  if (right !== 'write' && right !== needs.right) throw new AppError('ERR_API_KEY_SCOPE');
}

/** Throws ERR_PLAN_FEATURE_OFF. */
export function assertInPlan({ plan }: Pick<RouteContract, 'plan'>, flags: readonly PlanFlag[]): void {
  if (plan && !flags.includes(plan)) throw new AppError('ERR_PLAN_FEATURE_OFF');
}

const sessionClassOf = ({ standing }: Pick<Caller, 'standing'>): SessionClass =>
  standing.overdueSince ? 'billing' : 'session';

/**
 * The class in which this session may be served live. Throws ERR_SECOND_FACTOR_SETUP, and ERR_SUBSCRIPTION_EXPIRED {date}
 * for those who could do nothing about it.
 */
export function liveClassOf(caller: Caller): SessionClass {
  const { actor, standing } = caller;
  if (standing.mustSetUpSecondFactor) throw new AppError('ERR_SECOND_FACTOR_SETUP');
  const sessionClass = sessionClassOf(caller);
  if (sessionClass === 'billing' && !can(actor, 'subscription:view')) throw overdue(standing);
  return sessionClass;
}

export const overdue = ({ overdueSince }: Pick<AccountState, 'overdueSince'>) =>
  new AppError('ERR_SUBSCRIPTION_EXPIRED', overdueSince ? { date: overdueSince } : {});

/** Whoever may only pay reaches the own profile and the own company. Ids that are none are refused where they are read. */
function concernsSelf(actor: Actor, params: unknown): boolean {
  const { userId, companyId } = params as { userId?: string; companyId?: string };
  const isOwn = (id: string | undefined, own: number | null) =>
    id === undefined || [own, Number.NaN].includes(Number(id));
  return isOwn(userId, actor.userId) && isOwn(companyId, actor.companyId);
}
