import { ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { ticketViewId: 'number', ticketViewIds: 'numbers' },
  async seed({ admin, company, text, unique }) {
    const ticketViewId = await insertedId(admin`
      insert into ticket_views (company_id, name, team, user_id, tab, filter, sort)
      values (${company.companyId}, ${`${text} ${unique}`}, true, ${company.ana.id}, 'open',
        ${admin.json(ticketFilter.parse({}))}, 'newest')
      returning id`);
    return { ticketViewId, ticketViewIds: [ticketViewId] };
  },
});
