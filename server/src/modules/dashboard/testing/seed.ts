import { moduleSeed } from '../../../../test/module-seed.ts';

/** What changes of tickets leave, and what is made of it: no call takes an id of them. */
export const seed = moduleSeed({
  ids: {},
  async seed({ admin, company: { companyId, connectionId } }) {
    await admin`
      insert into dashboard_deltas (company_id, at, connection_id, kind, value, n)
      values (${companyId}, now(), ${connectionId}, 'begun', 0, 1)`;
    await admin`
      insert into dashboard_counters (company_id, span, block, part, part_id, begun, leads, answered, answer_s, waited,
        wait_s, served, service_s, finished, finish_s, bad, fair, good)
      values (${companyId}, 1, 0, 'all', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing`;
    await admin`insert into dashboard_rebuilds (company_id) values (${companyId}) on conflict do nothing`;
    return {};
  },
});
