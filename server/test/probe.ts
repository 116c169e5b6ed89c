import type { RouteContract } from '@balcao/shared/contract/call.ts';
import type postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { TestApi } from './api.ts';
import type { InputPart } from './documented.ts';
import { fieldsOf, inputOf, routeName, sample } from './generate.ts';
import { absentId, type Ids, isKnownId, MODULE_SEEDS } from './one-of-each.ts';

/**
 * Calls a route with another company's ids and compares the answers with those for ids that do not exist. Inputs are
 * generated from the contract, so a new route is probed without being named anywhere.
 */

/** A word in every text of company B that may be shown to a person. */
export const CANARY = 'CANARY';

/** Fields whose id the caller makes. */
const MADE_BY_CALLER = new Set(MODULE_SEEDS.flatMap(({ madeByCaller = [] }) => madeByCaller));

/** Fields of whose ids foreign ones are passed over. */
const PASSED_OVER = new Set(MODULE_SEEDS.flatMap(({ passedOver = [] }) => passedOver));

/** Fields that others than this profile may not give. */
const IGNORED_UNLESS: Record<string, string> = Object.assign(
  {},
  ...MODULE_SEEDS.map(({ ignoredUnless }) => ignoredUnless),
);

/** Ids of rows that belong to no company: there are no foreign ones. */
const SHARED = new Set(
  MODULE_SEEDS.filter(({ isShared }) => isShared).flatMap(({ ids }) => Object.keys(ids)),
);

/** Whether a foreign id that this route is called with is the caller's own from then on. */
export const takesIds = (contract: RouteContract): boolean =>
  [...MADE_BY_CALLER].some((field) => field.startsWith(`${routeName(contract)} `));

const ID_LIKE = /^(id|uuid)$|Ids?$/;
/** What a provider of accounts calls us is a text of its own, and names nothing here. */
const isIdField = (key: string): boolean => ID_LIKE.test(key) && key !== 'clientId';

/** Fields that would stand in the place of those with an id, by route: a call has the ones or the others. */
const INSTEAD_OF_IDS: Record<string, readonly string[]> = {
  'POST /api/messages/send': ['number', 'name', 'sendAt', 'template'],
  'POST /messages/:ticketId': ['template'],
};

export interface ProbeInput {
  profile: string;
  token: string;
  own: Ids;
  foreign: Ids;
  foreignCompany: number;
}

/** The route's faults; empty when it keeps the companies apart. */
export async function probeRoute(
  api: TestApi,
  contract: RouteContract,
  input: ProbeInput,
): Promise<string[]> {
  const name = routeName(contract);
  const violations: string[] = [];
  const fields = idFields(contract);
  const otherParams = samples(contract, 'params');
  // A contract that names what it does not know would look at nothing else.
  const planted =
    inputOf(contract, 'body').additionalProperties === false ? {} : { companyId: input.foreignCompany };
  const call = async (replaced: Partial<Ids>, body: Record<string, unknown>) => {
    const ids: Ids = { ...input.own, id: uuidv7(), ...replaced };
    const pick = (place: string) =>
      Object.fromEntries(
        fields
          .filter((field) => field.place === place)
          .map(({ key, isList }) => [key, isList ? ids[key] : written(ids[key])]),
      );
    const response = await api.send(contract, {
      params: { ...otherParams, ...pick('params') },
      query: { ...(pick('query') as Record<string, string>), companyId: String(input.foreignCompany) },
      ...(contract.rawBody ? { body: Buffer.from('bytes') } : {}),
      ...(contract.body ? { body: { ...body, ...pick('body'), ...planted } } : {}),
      headers: { 'x-company-id': String(input.foreignCompany) },
      token: input.token,
    });
    // That nobody answers at a service outside is no failure of ours, where the contract says it.
    const isOurs = () => !contract.errors?.includes(response.json().error);
    if (response.statusCode >= 500 && isOurs())
      violations.push(`${name}: ${response.statusCode} ${response.body}`);
    if (response.body.includes(CANARY))
      violations.push(`${name}: shows a canary: ${response.body.slice(0, 200)}`);
    return response;
  };

  let wasLookedAt = fields.length === 0;
  for (const body of bodies(contract)) {
    if (fields.length === 0) await call({}, body);
    for (const { place, key } of fields) {
      if (SHARED.has(key)) {
        wasLookedAt ||= (await call({}, body)).statusCode !== 400;
        continue;
      }
      const foreign = await call({ [key]: input.foreign[key] }, body);
      const absent = await call({ [key]: absentId(key) }, body);
      wasLookedAt ||= foreign.statusCode !== 400;
      const succeeds = foreign.statusCode < 300;
      const field = `${name} ${key}`;
      const isIgnored =
        PASSED_OVER.has(field) || (field in IGNORED_UNLESS && IGNORED_UNLESS[field] !== input.profile);
      if (succeeds && place !== 'query' && !MADE_BY_CALLER.has(field) && !isIgnored)
        violations.push(`${name}: accepts a foreign ${key}`);
      const told = (response: typeof foreign) => [
        response.statusCode,
        succeeds && place !== 'query' ? '' : response.body.replaceAll(/"requestId":"[^"]*"/g, ''),
      ];
      // Taken by an earlier route of this probe, in the caller's own company.
      const isOwnNow = MADE_BY_CALLER.has(field) && foreign.json().error === 'ERR_IDEMPOTENCY_KEY_REUSED';
      if (!isOwnNow && JSON.stringify(told(foreign)) !== JSON.stringify(told(absent)))
        violations.push(`${name}: a foreign ${key} answers ${told(foreign)}, an absent one ${told(absent)}`);
    }
  }
  if (!wasLookedAt) violations.push(`${name}: teach the generator what a valid body is`);
  return violations;
}

/** A list is JSON where there is room for one text. */
const written = (id: unknown) => (Array.isArray(id) ? JSON.stringify(id) : id);

interface IdField {
  place: 'params' | 'query' | 'body';
  key: keyof Ids;
  isList: boolean;
}

function idFields(contract: RouteContract): IdField[] {
  return (['params', 'query', 'body'] as const).flatMap((place) =>
    Object.entries(fieldsOf(contract, place))
      // A kind without rows yet cannot be named.
      .filter(([key, { type }]) => isIdField(key) && type !== 'null')
      .map(([key, { type }]) => {
        if (!isKnownId(key))
          throw new Error(`${contract.path}: say what a ${key} is, in the testing/seed.ts of its module`);
        return { place, key, isList: type === 'array' };
      }),
  );
}

/** Values for all fields that are no id. Credentials only where they are required: checking them costs time. */
function samples(contract: RouteContract, part: InputPart): Record<string, unknown> {
  const { properties = {}, required = [] } = inputOf(contract, part);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(
        ([key]) =>
          !isIdField(key) &&
          !INSTEAD_OF_IDS[routeName(contract)]?.includes(key) &&
          (!/password|email|url$|credentials/i.test(key) || required.includes(key)),
      )
      .map(([key, field]) => [key, sample(key, field)]),
  );
}

/** A longer list of values is data, as countries are, and no choice of what is done. */
const MAX_CHOICES = 20;

/** A valid body, and one for each value of each choice. */
function bodies(contract: RouteContract): Record<string, unknown>[] {
  const base = samples(contract, 'body');
  const choices = Object.entries(fieldsOf(contract, 'body')).flatMap(([key, schema]) =>
    (schema.enum ?? []).slice(0, MAX_CHOICES).map((value) => ({ ...base, [key]: value })),
  );
  return choices.length > 0 ? choices : [base];
}

/**
 * A checksum of a company's rows, by table; without a company of all rows. Except the times of jobs, the nights of
 * retention, which one goes through by the clock, the figures of the dashboard, which another counts from the other rows at
 * any moment, and what counts and notes the calls of programs.
 */
export async function tableChecksums(
  admin: postgres.Sql,
  companyId?: number,
): Promise<Record<string, string>> {
  const tables = await admin<{ name: string; ofCompany: boolean }[]>`
    select table_name as name, bool_or(column_name = 'company_id') as "ofCompany"
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'jobs' and table_name not like 'dashboard%'
      and table_name not in ('token_rates', 'token_calls', 'retention_nights') group by 1 order by 1`;
  const parts = tables
    .filter(({ ofCompany }) => companyId === undefined || ofCompany)
    .map(
      ({ name }) => admin`
        select ${name} as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
        from ${admin(name)} t ${companyId === undefined ? admin`` : admin`where company_id = ${companyId}`}`,
    );
  const all = parts.reduce((left, right) => admin`${left} union all ${right}`);
  const rows = (await all) as unknown as { name: string; sum: string }[];
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
