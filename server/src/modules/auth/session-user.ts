import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { PlanView } from '@balcao/shared/features/plans/calls.ts';
import { demandsSecondFactor } from '@balcao/shared/features/settings/rules.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { planOf } from '../plans/plans.service.ts';
import { listPublic } from '../settings/settings.service.ts';
import { campaignsOpen } from '../subscription/campaigns-open.ts';
import { loadSubscription, overdueSince } from '../subscription/subscription.ts';

type Person = Pick<
  SessionUser,
  'id' | 'name' | 'email' | 'profile' | 'super' | 'whatsappId' | 'secondFactor' | 'cshow'
> &
  Pick<SessionUser['company'], 'timezone' | 'language' | 'trialExpiration'> & {
    allTicket: boolean;
    companyName: string;
    companyEmail: string;
    plan: PlanView | null;
  };

/**
 * The person who is signed in, with what the console needs to know of the company; undefined when the user is gone.
 *
 * @param session.strong they have signed in with what is worth a second factor
 */
export async function loadSessionUser(
  tx: Tx,
  { companyId, userId, strong }: { companyId: number; userId: number; strong: boolean },
  now: Date,
): Promise<SessionUser | undefined> {
  const [person] = await tx<Person[]>`
    select u.id, u.name, u.email, u.profile, u.super, u.all_ticket, u.connection_id as whatsapp_id,
      u.totp_confirmed_at is not null as second_factor, c.name as company_name,
      c.email as company_email, c.timezone, c.language, c.trial_expiration,
      ${campaignsOpen(tx, 'c')} as cshow, ${planOf(tx)} as plan
    from users u join companies c on c.id = u.company_id left join plans p on p.id = c.plan_id
    where u.company_id = ${companyId} and u.id = ${userId}`;
  if (!person) return undefined;
  const queues = await tx<SessionUser['queues']>`
    select q.id, q.name, q.color
    from user_queues m join queues q on q.company_id = m.company_id and q.id = m.queue_id
    where m.company_id = ${companyId} and m.user_id = ${userId} order by q.order_queue, q.id`;
  const settings = await listPublic(tx, companyId);
  const required = settings.find(({ key }) => key === 'requireSecondFactor')?.value ?? null;
  const subscription = await loadSubscription(tx, companyId);
  const { dueAt } = subscription;

  const { companyName, companyEmail, timezone, language, trialExpiration, plan, allTicket, ...user } = person;
  return {
    ...user,
    allTicket: allTicket ? 'enable' : 'disable',
    companyId,
    mustSetUpSecondFactor: !user.secondFactor && !strong && demandsSecondFactor(required, user),
    overdueSince: overdueSince(subscription, now),
    queues: [...queues],
    company: {
      id: companyId,
      name: companyName,
      ...(can(user, 'subscription:view') ? { email: companyEmail } : {}),
      // The last moment of the due date, so that it shows as that day.
      dueDate: dueAt ? new Date(dueAt.getTime() - 1).toISOString() : null,
      trialExpiration,
      timezone,
      language,
      settings,
      plan: plan && presentPlan(plan),
    },
  };
}

function presentPlan(plan: PlanView): NonNullable<SessionUser['company']['plan']> {
  const { id, name, useCampaigns, useKanban, useOpenAi } = plan;
  const { useIntegrations, useSchedules, useInternalChat, useExternalApi } = plan;
  return {
    id,
    name,
    useCampaigns,
    useKanban,
    useOpenAi,
    useIntegrations,
    useSchedules,
    useInternalChat,
    useExternalApi,
  };
}
