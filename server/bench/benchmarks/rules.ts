import type { Condition } from '@balcao/shared/features/automations/rule.ts';
import { createCompany } from '../../test/fixtures.ts';
import type { Benchmark } from '../figure.ts';
import { openIngest, sessionOf } from '../ingest.ts';
import { measure } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';

const RULES = 200;
const ROUNDS = 6;

/** What it costs a message that a company has many rules which look at it, and none of which is meant. */
export const rules: Benchmark = {
  name: 'rules',
  async run(context) {
    const messages = context.quick ? 100 : 500;
    const database = await context.postgres.createDatabase();
    const plain = await createCompany(database.admin, 'Sem regras');
    const ruled = await createCompany(database.admin, 'Com regras');
    await makeRules(database, ruled.companyId);
    const ingest = await openIngest(context, database);
    const sessions = [plain, ruled].map(({ companyId, connectionId }) => sessionOf(companyId, connectionId));
    const took = [0, 0];
    // By turns, so that whatever else the machine does falls on both.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [index, session] of sessions.entries()) {
        const began = performance.now();
        await measure(messages, 10, (customer) => ingest.receive([session], 5_000_000 + customer));
        if (round > 0) took[index] = (took[index] ?? 0) + performance.now() - began;
      }
    await ingest.close();
    await database.drop();
    const [without = 0, withRules = 0] = took.map((ms) => ms / (ROUNDS * messages));
    return [
      {
        name: `a message, 10 at once, while ${RULES} rules look at it`,
        value: withRules,
        unit: 'ms',
        floor: { what: 'no rules', value: without },
        target: { ratioAtMost: 1.1 },
      },
    ];
  },
};

/** Most look for words, every tenth for a pattern, some for a tag beside it. */
async function makeRules({ admin }: BenchDatabase, companyId: number): Promise<void> {
  for (let index = 0; index < RULES; index += 1) {
    const said: Condition =
      index % 10 === 0
        ? { kind: 'pattern', not: false, pattern: `pedido n[ºo]? *${index}\\d+` }
        : { kind: 'words', not: false, words: [`produto ${index}`, `código ${index}`, `troca ${index}`] };
    const items: Condition[] = index % 3 === 0 ? [said, { kind: 'tags', not: false, tagIds: [] }] : [said];
    await admin`
      insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
      values (${companyId}, ${`Regra ${index}`}, true, ${index}, '{"kind": "message"}',
        ${JSON.stringify({ match: 'all', items })}::text::jsonb, '[{"kind": "note", "text": "Olhe"}]', '{}')`;
  }
}
