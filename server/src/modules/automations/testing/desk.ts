import * as contracts from '@balcao/shared/features/automations/calls.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import type { Cause, Conditions, Effect } from '@balcao/shared/features/automations/rule.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { TestApi } from '../../../../test/api.ts';
import { type Counter, openCounter } from '../../../../test/counter.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../../test/fixtures.ts';

export const ALWAYS: Conditions = { match: 'all', items: [] };
export const words = (...said: string[]): Conditions => ({
  match: 'all',
  items: [{ kind: 'words', not: false, words: said }],
});

/** A company whose customers write, and whose admin makes rules. */
export interface Desk {
  company: CompanyFixture;
  counter: Counter;
  /** Tokens of theirs. */
  admin: string;
  ana: string;
  make(name: string, cause: Cause, effects: Effect[], conditions?: Conditions): Promise<AutomationRow>;
  get(rule: AutomationRow): Promise<AutomationRow>;
  put(rule: AutomationRow, body: object): Promise<AutomationRow>;
  /** What the conversations say of rules. */
  acts(): Promise<Extract<TicketEvent, { kind: 'automated' }>[]>;
  tag(name: string): Promise<number>;
}

let companies = 0;

export async function openDesk(api: TestApi): Promise<Desk> {
  const company = await createCompany(api.admin, `Loja ${++companies}`);
  const { companyId, connectionId } = company;
  await api.admin`update connections set status = 'connected' where id = ${connectionId}`;
  const [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  const counter = openCounter(api, company);
  return {
    ...{ company, counter, admin, ana },
    make: (name, cause, effects, conditions = ALWAYS) =>
      api.call(contracts.createAutomation, {
        body: { name, active: true, cause, conditions, effects },
        token: admin,
      }),
    get: ({ id }) => api.call(contracts.getAutomation, { params: { automationId: id }, token: admin }),
    put: ({ id }, body) =>
      api.call(contracts.updateAutomation, { params: { automationId: id }, body, token: admin }),
    async acts() {
      const events = await counter.events();
      return events.flatMap((event) => (event.kind === 'automated' ? [event] : []));
    },
    tag: (name) =>
      insertedId(
        api.admin`insert into tags (company_id, name, color) values (${companyId}, ${name}, 'red') returning id`,
      ),
  };
}
