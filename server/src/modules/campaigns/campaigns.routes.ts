import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { CHOICES, pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { uploadAttached } from '../media/attached.ts';
import type { MediaService } from '../media/media.service.ts';
import { dryRun, report } from './campaign-looks.service.ts';
import { tryOut } from './campaign-trial.service.ts';
import { presentListed } from './campaigns.presenter.ts';
import * as repo from './campaigns.repo.ts';
import * as campaigns from './campaigns.service.ts';
import { figures, list as listRecipients } from './report.repo.ts';

export function campaignRoutes(
  app: FastifyInstance,
  deps: { db: Database; media: MediaService; clock: () => Date },
): void {
  const { clock } = deps;
  register(app, contracts.listCampaigns, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { records: shown.map(presentListed), hasMore };
  });
  register(app, contracts.listCampaignChoices, async ({ query }, { tx, actor }) => {
    const found = await repo.list(tx, actor.companyId, query.searchParam, CHOICES);
    return found.map(presentListed);
  });
  register(app, contracts.listCampaignFigures, async ({ query }, { tx, actor }) => ({
    figures: await figures(tx, actor.companyId, query.campaignIds),
  }));
  register(app, contracts.getCampaign, ({ params }, { tx, actor }) =>
    campaigns.get(tx, actor, params.campaignId),
  );
  register(app, contracts.createCampaign, ({ body }, { tx, actor }) =>
    campaigns.create(tx, actor, body, clock()),
  );
  register(app, contracts.updateCampaign, ({ params, body }, { tx, actor }) =>
    campaigns.update(tx, actor, params.campaignId, body, clock()),
  );
  register(app, contracts.deleteCampaign, ({ params }, { tx, actor }) =>
    campaigns.remove(tx, actor, params.campaignId),
  );
  for (const [contract, act] of [
    [contracts.cancelCampaign, campaigns.cancel],
    [contracts.restartCampaign, campaigns.restart],
    [contracts.resumeCampaign, campaigns.resume],
    [contracts.retryCampaign, campaigns.retry],
  ] as const)
    register(app, contract, ({ params }, { tx, actor }) => act(tx, actor, params.campaignId, clock()));

  register(app, contracts.uploadCampaignMedia, async ({ params: { campaignId: id } }, exchange) => {
    const { actor } = exchange;
    const mediaId = await uploadAttached(deps, exchange, (tx) =>
      campaigns.assertEditable(tx, actor, id, clock()),
    );
    return (tx) => campaigns.setFile(tx, actor, id, mediaId, clock());
  });
  register(app, contracts.removeCampaignMedia, ({ params }, { tx, actor }) =>
    campaigns.setFile(tx, actor, params.campaignId, null, clock()),
  );

  register(app, contracts.dryRunCampaign, ({ params }, { tx, actor }) =>
    dryRun(tx, actor, params.campaignId),
  );
  register(app, contracts.tryCampaign, ({ params, body }, { tx, actor }) =>
    tryOut(tx, actor, params.campaignId, body, clock()),
  );
  register(app, contracts.getCampaignReport, ({ params }, { tx, actor }) =>
    report(tx, actor, params.campaignId),
  );
  register(app, contracts.listRecipients, async ({ params, query }, { tx, actor }) => {
    await campaigns.get(tx, actor, params.campaignId);
    const rows = await listRecipients(tx, actor.companyId, params.campaignId, query, PAGE_SIZE + 1);
    return { recipients: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
  });
}
