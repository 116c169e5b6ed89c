import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { PlanView } from '@balcao/shared/api/plans.ts';
import type { Tx } from '../../platform/db/client.ts';
import { planOf } from '../plans/plans.service.ts';
import { listPublic } from '../settings/settings.service.ts';
import { campaignsOpen } from '../subscriptions/campaigns-open.ts';
import { loadSubscription } from '../subscriptions/subscription.ts';

type Person = Pick<
  SessionUser,
  'id' | 'name' | 'email' | 'profile' | 'super' | 'whatsappId' | 'secondFactor' | 'cshow'
> &
  Pick<SessionUser['company'], 'timezone' | 'language'> & {
    allTicket: boolean;
    companyName: string;
    plan: PlanView | null;
  };

/** The person who is signed in, with what the console needs to know of the company; undefined when the user is gone. */
export async function loadSessionUser(
  tx: Tx,
  companyId: number,
  userId: number,
): Promise<SessionUser | undefined> {
  const [person] = await tx<Person[]>`
    select u.id, u.name, u.email, u.profile, u.super, u.all_ticket, u.connection_id as whatsapp_id,
      u.totp_confirmed_at is not null as second_factor, c.name as company_name, c.timezone, c.language,
      ${campaignsOpen(tx, 'c')} as cshow, ${planOf(tx)} as plan
    from users u join companies c on c.id = u.company_id left join plans p on p.id = c.plan_id
    where u.company_id = ${companyId} and u.id = ${userId}`;
  if (!person) return undefined;
  const queues = await tx<SessionUser['queues']>`
    select q.id, q.name, q.color
    from user_queues m join queues q on q.company_id = m.company_id and q.id = m.queue_id
    where m.company_id = ${companyId} and m.user_id = ${userId} order by q.order_queue, q.id`;
  const settings = await listPublic(tx, companyId);
  const { dueAt } = await loadSubscription(tx, companyId);

  const { companyName, timezone, language, plan, allTicket, ...user } = person;
  return {
    ...user,
    allTicket: allTicket ? 'enable' : 'disable',
    companyId,
    mustSetUpSecondFactor:
      !user.secondFactor &&
      settings.some(({ key, value }) => key === 'requireSecondFactor' && value === 'enabled'),
    queues: [...queues],
    company: {
      id: companyId,
      name: companyName,
      // The last moment of the due date, so that it shows as that day.
      dueDate: dueAt ? new Date(dueAt.getTime() - 1).toISOString() : null,
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
