import type { Occurrence } from '@balcao/shared/features/automations/facts.ts';
import type { Rule } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface NamedRule extends Rule {
  name: string;
}

/** The rules of a company that look, in their order. */
export interface RuleSet {
  rules: readonly NamedRule[];
  /** Some rule asks how many messages the customer has written. */
  countsMessages: boolean;
}

/** Companies whose rules are kept. */
const MAX_KEPT = 500;

/**
 * Rules change seldom and are asked for with every message: they are kept, and the row that is read each time says whether
 * they are still the same. Most companies have none that looks at what has happened, and read nothing more.
 */
export function createRuleSets() {
  const kept = new Map<number, { version: number; set: RuleSet }>();
  return {
    /** Undefined: none of them looks at these. */
    async ofKinds(
      tx: Tx,
      companyId: number,
      kinds: readonly Occurrence['kind'][],
    ): Promise<RuleSet | undefined> {
      const [found] = await tx<{ version: number | null }[]>`
        select ${versionOfRules(tx, companyId, kinds)} as version`;
      return this.ofVersion(tx, companyId, found?.version ?? null);
    },

    /** Of a version that was read before in this transaction. */
    async ofVersion(tx: Tx, companyId: number, version: number | null): Promise<RuleSet | undefined> {
      if (version === null) return undefined;
      const known = kept.get(companyId);
      if (known?.version === version) return known.set;
      const set = await loadSet(tx, companyId);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(companyId, { version, set });
      return set;
    },
  };
}

/** The version of a company's rules where some look at these, as a part of a statement; null: none does. */
export const versionOfRules = (tx: Tx, companyId: number, kinds: readonly Occurrence['kind'][]) =>
  tx`(select version from automation_sets where company_id = ${companyId} and causes && ${[...kinds]}::text[])`;

async function loadSet(tx: Tx, companyId: number): Promise<RuleSet> {
  const rules = await tx<NamedRule[]>`
    select id, name, cause, conditions, effects from automations
    where company_id = ${companyId} and active and resting is null order by position, id`;
  return { rules: [...rules], countsMessages: countsMessages(rules) };
}

export const countsMessages = (rules: readonly Pick<Rule, 'conditions'>[]): boolean =>
  rules
    .flatMap(({ conditions }) => conditions.items)
    .some((item) => (item.kind === 'group' ? item.items : [item]).some(({ kind }) => kind === 'messages'));
