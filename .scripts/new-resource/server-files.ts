import type { Names } from './names.ts';

export const routes = ({
  camel,
  camels,
  Pascal,
  Pascals,
  kebabs,
}: Names) => `import * as contracts from '@balcao/shared/features/${kebabs}/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './${kebabs}.repo.ts';
import * as ${camels} from './${kebabs}.service.ts';

export function ${camel}Routes(app: FastifyInstance): void {
  register(app, contracts.list${Pascals}, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { ${camels}: shown, hasMore };
  });
  register(app, contracts.get${Pascal}, ({ params }, { tx, actor }) => ${camels}.get(tx, actor, params.${camel}Id));
  register(app, contracts.create${Pascal}, ({ body }, { tx, actor }) => ${camels}.create(tx, actor, body));
  register(app, contracts.update${Pascal}, ({ params, body }, { tx, actor }) =>
    ${camels}.update(tx, actor, params.${camel}Id, body),
  );
  register(app, contracts.delete${Pascal}, ({ params }, { tx, actor }) => ${camels}.remove(tx, actor, params.${camel}Id));
}
`;

export const service = ({
  camel,
  Pascal,
  kebabs,
  table,
  words,
  CODE,
}: Names) => `import { AppError } from '@balcao/shared/errors.ts';
import type { ${Pascal}Row } from '@balcao/shared/features/${kebabs}/row.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './${kebabs}.repo.ts';

/** Each ${words} of a company. All that name one throw ERR_NO_${CODE}_FOUND. */

export async function get(tx: Tx, actor: Actor, id: number): Promise<${Pascal}Row> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_${CODE}_FOUND');
}

/** ERR_${CODE}_NAME_TAKEN. */
export async function create(tx: Tx, actor: Actor, fields: repo.${Pascal}Fields): Promise<${Pascal}Row> {
  const id = await nameIsFree(repo.insert(tx, actor.companyId, fields));
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

/** ERR_${CODE}_NAME_TAKEN. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<repo.${Pascal}Fields>,
): Promise<${Pascal}Row> {
  const before = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_${CODE}_FOUND');
  await nameIsFree(repo.update(tx, actor.companyId, id, change));
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const ${camel} = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_${CODE}_FOUND');
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, ${camel}, null);
}

const AUDITED: Audited<${Pascal}Row> = {
  entity: '${camel}',
  name: ({ name }) => name,
  fields: ({ name }) => ({ name }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, '${table}_name') ? new AppError('ERR_${CODE}_NAME_TAKEN') : error;
  }
}
`;

export const repo = ({
  Pascal,
  kebabs,
  table,
}: Names) => `import type { ${Pascal}Row } from '@balcao/shared/features/${kebabs}/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

export type ${Pascal}Fields = Pick<${Pascal}Row, 'name'>;

export async function find(tx: Tx, companyId: number, id: number): Promise<${Pascal}Row | undefined> {
  const [found] = await tx<${Pascal}Row[]>\`
    select id, name from ${table} where company_id = \${companyId} and id = \${id}\`;
  return found;
}

/** Nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<${Pascal}Row | undefined> {
  const [found] = await tx<${Pascal}Row[]>\`
    select id, name from ${table} where company_id = \${companyId} and id = \${id} for update\`;
  return found;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<${Pascal}Row[]> {
  return tx<${Pascal}Row[]>\`
    select id, name from ${table} where company_id = \${companyId} and id = any (\${ids as string[]}::bigint[])\`;
}

/** The list is in the order of names. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<${Pascal}Row[]> {
  const matching = searchParam ? tx\`and plain(name) like \${containing(tx, searchParam)}\` : tx\`\`;
  return tx<${Pascal}Row[]>\`
    select id, name from ${table} where company_id = \${companyId} \${matching}
    order by plain(name) offset \${page.offset} limit \${page.limit}\`;
}

export async function insert(tx: Tx, companyId: number, fields: ${Pascal}Fields): Promise<number> {
  return insertInto(tx, '${table}', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<${Pascal}Fields>,
): Promise<void> {
  await updateIn<${Pascal}Fields>(tx, '${table}', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx\`delete from ${table} where company_id = \${companyId} and id = \${id}\`;
}
`;

export const sync = ({
  camel,
  kebabs,
  table,
}: Names) => `import { type SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './${kebabs}.repo.ts';

export const ${camel}Entity = {
  table: '${table}',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['a'] }));
  },
} satisfies SyncedEntity<'${camel}'>;
`;

export const moduleEntry = ({
  camel,
  camels,
  kebabs,
}: Names) => `import type { Module } from '../../parts.ts';
import { ${camel}Routes } from './${kebabs}.routes.ts';
import { ${camel}Entity } from './${kebabs}.sync.ts';

export const ${camels}Module = {
  routes: [${camel}Routes],
  entities: { ${camel}: ${camel}Entity },
} satisfies Module;
`;

export const seed = ({ camel, table }: Names) => `import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { ${camel}Id: 'number' },
  async seed({ admin, company, text, unique }) {
    const ${camel}Id = await insertedId(admin\`insert into ${table} (company_id, name)
      values (\${company.companyId}, \${\`\${text} \${unique}\`}) returning id\`);
    return { ${camel}Id };
  },
});
`;

export const moduleTest = ({
  camel,
  camels,
  Pascal,
  Pascals,
  kebabs,
  CODE,
}: Names) => `import * as contracts from '@balcao/shared/features/${kebabs}/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
  const company = await createCompany(api.database.admin, 'Loja');
  token = await api.signIn(company.ana);
});
afterAll(() => api.stop());

it('is kept by everybody, under a name that nothing else has', async () => {
  const created = await api.call(contracts.create${Pascal}, { body: { name: ' Ótimo ' }, token });
  expect(created).toEqual({ id: expect.any(Number), name: 'Ótimo' });
  await api.refused('ERR_VALIDATION', contracts.create${Pascal}, { body: { name: ' ' }, token });
  await api.refused('ERR_${CODE}_NAME_TAKEN', contracts.create${Pascal}, { body: { name: 'otimo' }, token });
  const params = { ${camel}Id: created.id };
  const changed = await api.call(contracts.update${Pascal}, { params, body: { name: 'Melhor' }, token });
  expect(await api.call(contracts.get${Pascal}, { params, token })).toEqual(changed);
  const found = await api.call(contracts.list${Pascals}, { query: { searchParam: 'melh' }, token });
  expect(found).toEqual({ ${camels}: [changed], hasMore: false });
  await api.call(contracts.delete${Pascal}, { params, token });
  await api.refused('ERR_NO_${CODE}_FOUND', contracts.get${Pascal}, { params, token });
});
`;
