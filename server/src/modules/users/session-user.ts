import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { orm } from '../../platform/db/orm.ts';
import { companies, plans, queues, userQueues, users } from '../../platform/db/schema.ts';
import { loadSubscription } from '../companies/subscription.ts';
import { listPublic } from '../settings/settings.service.ts';

/** Who is signed in, with what the console needs to know of the company; undefined when the user is gone. */
export async function loadSessionUser(
  tx: Tx,
  companyId: number,
  userId: number,
): Promise<SessionUser | undefined> {
  const db = orm(tx);
  const [row] = await db
    .select({ user: users, company: companies, plan: plans })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  if (!row) return undefined;
  const served = await db
    .select({ id: queues.id, name: queues.name, color: queues.color })
    .from(userQueues)
    .innerJoin(queues, and(eq(queues.companyId, userQueues.companyId), eq(queues.id, userQueues.queueId)))
    .where(and(eq(userQueues.companyId, companyId), eq(userQueues.userId, userId)))
    .orderBy(asc(queues.orderQueue), asc(queues.id));
  const settings = await listPublic(tx, companyId);
  const { dueAt } = await loadSubscription(tx, companyId);

  const { user, company, plan } = row;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile: user.profile,
    super: user.super,
    allTicket: user.allTicket ? 'enable' : 'disable',
    companyId,
    whatsappId: user.connectionId,
    secondFactor: user.totpConfirmedAt !== null,
    mustSetUpSecondFactor:
      user.totpConfirmedAt === null &&
      settings.some(({ key, value }) => key === 'requireSecondFactor' && value === 'enabled'),
    queues: served,
    company: {
      id: company.id,
      name: company.name,
      // The last moment of the due date, so that it shows as that day.
      dueDate: dueAt ? new Date(dueAt.getTime() - 1).toISOString() : null,
      timezone: company.timezone,
      language: company.language,
      settings,
      plan: plan && presentPlan(plan),
    },
  };
}

function presentPlan(plan: typeof plans.$inferSelect): NonNullable<SessionUser['company']['plan']> {
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
