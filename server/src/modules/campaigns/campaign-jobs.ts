import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { readCampaignSettings } from '../campaign-settings/campaign-settings.service.ts';
import type { ChosenTemplate } from '../message-templates/message-templates.service.ts';
import * as repo from './campaign-jobs.repo.ts';
import { remove, update } from './campaigns.repo.ts';
import { takeNext } from './taking.repo.ts';
import { templateFor } from './template-of-campaign.ts';
import { listOldTrials } from './trial.repo.ts';

const EVERY_2_S = '*/2 * * * * *';

/** What is due stands in rows, so what came due while no server ran begins as soon as one does, by exactly one. */
export const campaignStarts = ({ db }: { db: Database }): Job<repo.DueCampaign> => ({
  name: 'campaign starts',
  schedule: EVERY_2_S,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take(due, clock) {
    await db.withCompany(due.companyId, async (tx) => {
      const campaign = await repo.claim(tx, due);
      const now = clock();
      if (campaign?.status !== 'PROGRAMADA' || !campaign.scheduledAt || campaign.scheduledAt > now) return;
      await start(tx, campaign, now);
    });
  },
});

async function start(
  tx: Tx,
  { companyId, id, contactListId }: repo.ClaimedCampaign,
  now: Date,
): Promise<void> {
  if (contactListId === null)
    return update(tx, companyId, id, { status: 'CANCELADA', pausedReason: 'noList', updatedAt: now });
  await update(tx, companyId, id, {
    status: 'EM_ANDAMENTO',
    startedAt: now,
    takenUpTo: 0,
    isStale: false,
    pausedReason: null,
    pausedUntil: null,
    updatedAt: now,
  });
}

/** Makes recipients of the people of a list, some thousand in each transaction. */
export const campaignRecipients = ({ db }: { db: Database }): Job<repo.DueCampaign> => ({
  name: 'campaign recipients',
  schedule: EVERY_2_S,
  processes: 'every',
  due: (_now, limit) => db.asSystem((tx) => repo.listTaking(tx, limit)),
  async take(due, clock) {
    const more = await db.withCompany(due.companyId, async (tx) => {
      const campaign = await repo.claim(tx, due);
      if (campaign?.status !== 'EM_ANDAMENTO' || campaign.takenUpTo === null) return false;
      const template = await templateFor(tx, due.companyId, campaign);
      if (template === 'gone') {
        const end = { status: 'CANCELADA', pausedReason: 'noTemplate', takenUpTo: null } as const;
        await update(tx, due.companyId, due.id, { ...end, isStale: true, updatedAt: clock() });
        return false;
      }
      const last = await takeSome(tx, { ...campaign, template }, campaign.takenUpTo);
      const news = last === null ? { updatedAt: clock() } : {};
      const said = campaign.takenUpTo === 0 ? { listBasis: campaign.listBasis } : {};
      await update(tx, due.companyId, due.id, { takenUpTo: last, ...said, ...news });
      return last !== null;
    });
    return more ? 'more' : undefined;
  },
});

async function takeSome(
  tx: Tx,
  campaign: Omit<repo.ClaimedCampaign, 'template'> & { template: ChosenTemplate | null },
  after: number,
): Promise<number | null> {
  const { companyId, contactListId } = campaign;
  if (contactListId === null) return null;
  const { variables } = await readCampaignSettings(tx, companyId);
  return takeNext(tx, companyId, { ...campaign, contactListId }, variables, after);
}

/** Leaves out whoever has not said yes within a day, and ends what nobody is left in. */
export const campaignEnds = ({ db }: { db: Database }): Job<repo.DueCampaign> => ({
  name: 'campaign ends',
  schedule: EVERY_2_S,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => repo.listEnding(tx, now, limit)),
  take: (due, clock) =>
    db.withCompany(due.companyId, async (tx) => {
      if (!(await repo.claim(tx, due))) return;
      await repo.expire(tx, due, clock());
      await repo.finish(tx, due, clock());
    }),
});

/** A number that WhatsApp restricts sends no campaigns any more, until a person says so. */
export const campaignRestrictions = ({
  db,
}: {
  db: Database;
}): Job<repo.DueCampaign & { until: Date | null }> => ({
  name: 'campaign restrictions',
  schedule: EVERY_2_S,
  processes: 'every',
  due: (_now, limit) => db.asSystem((tx) => repo.listRestricted(tx, limit)),
  take: ({ companyId, id, until }, clock) =>
    db.withCompany(companyId, async (tx) => {
      const campaign = await repo.claim(tx, { companyId, id });
      if (campaign?.status !== 'EM_ANDAMENTO') return;
      await update(tx, companyId, id, { pausedReason: 'restricted', pausedUntil: until, updatedAt: clock() });
    }),
});

/** What was only tried out is kept as long as its phones may ask for it again. */
export const campaignTrials = ({ db }: { db: Database }): Job<repo.DueCampaign> => ({
  name: 'campaign trials',
  schedule: '30 * * * * *',
  maxDelayMs: 20_000,
  processes: 'one',
  due: (now, limit) => db.asSystem((tx) => listOldTrials(tx, now, limit)),
  take: ({ companyId, id }) => db.withCompany(companyId, (tx) => remove(tx, companyId, id)),
});
