import type { RouteContract } from '@balcao/shared/api/contract.ts';
import type postgres from 'postgres';
import { z } from 'zod';
import type { TestApi } from './api.ts';
import { type CompanyFixture, createTicket } from './fixtures.ts';

/**
 * Calls a route with another company's ids and compares the answers with those for ids that nobody has. Inputs are
 * generated from the contract, so a new route is probed without being named anywhere.
 */

/** In every text of company B that somebody could be shown. */
export const CANARY = 'CANARY';

/** By the name of the field that carries it. A new kind of id is taught here; the probe refuses to guess. */
export interface Ids {
  ticketId: number;
  uuid: string;
  whatsappId: number;
  mediaId: string;
  quotedMsgId: string;
  id: string;
  queueIds: string;
}

/** Made by the caller: another company's is as good as any, and must not lead to its row. */
const CLIENT_MADE = new Set(['POST /messages/:ticketId id', 'PUT /media/:mediaId mediaId']);

const ID_LIKE = /^(id|uuid)$|Ids?$/;

const absentIds = (): Ids => ({
  ticketId: 987_654_321,
  uuid: crypto.randomUUID(),
  whatsappId: 987_654_321,
  mediaId: crypto.randomUUID(),
  quotedMsgId: crypto.randomUUID(),
  id: crypto.randomUUID(),
  queueIds: '[987654321]',
});

/** A ticket under way with a message and a file, in a company that knows nobody else. */
export async function furnish(admin: postgres.Sql, company: CompanyFixture): Promise<Ids> {
  const { companyId, connectionId, queues } = company;
  const ticket = await createTicket(admin, company, { userId: company.ana.id, name: `${CANARY} customer` });
  const [mediaId, quotedMsgId, id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await admin`insert into media (company_id, id, state, mime, name, size, path, uploaded_by)
    values (${companyId}, ${mediaId}, 'stored', 'image/png', ${`${CANARY}.png`}, 1, 'x', ${company.ana.id})`;
  for (const message of [quotedMsgId, id])
    await admin`insert into messages
      (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_id, state, created_at)
      values (${companyId}, ${message}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, false, ${CANARY}, ${mediaId},
        'received', now())`;
  await admin`update tickets set last_message = ${CANARY} where id = ${ticket.id}`;
  return {
    ticketId: ticket.id,
    uuid: ticket.uuid,
    whatsappId: connectionId,
    mediaId,
    quotedMsgId,
    id,
    queueIds: JSON.stringify([queues.sales, queues.support]),
  };
}

export interface ProbeInput {
  token: string;
  own: Ids;
  foreign: Ids;
  foreignCompany: number;
}

/** What the route did wrong; empty when it keeps the companies apart. */
export async function probeRoute(
  api: TestApi,
  contract: RouteContract,
  input: ProbeInput,
): Promise<string[]> {
  const name = `${contract.method} ${contract.path}`;
  const violations: string[] = [];
  const fields = idFields(contract);
  const call = async (replaced: Partial<Ids>, body: Record<string, unknown>) => {
    const ids = { ...input.own, id: crypto.randomUUID(), ...replaced };
    const pick = (place: string) =>
      Object.fromEntries(fields.filter((field) => field.place === place).map(({ key }) => [key, ids[key]]));
    const response = await api.send(contract, {
      params: pick('params'),
      query: { ...(pick('query') as Record<string, string>), companyId: String(input.foreignCompany) },
      ...(contract.body ? { body: { ...body, ...pick('body'), companyId: input.foreignCompany } } : {}),
      headers: { 'x-company-id': String(input.foreignCompany) },
      token: input.token,
    });
    if (response.statusCode >= 500) violations.push(`${name}: ${response.statusCode} ${response.body}`);
    if (response.body.includes(CANARY))
      violations.push(`${name}: shows a canary: ${response.body.slice(0, 200)}`);
    return response;
  };

  for (const body of bodies(contract)) {
    if (fields.length === 0) await call({}, body);
    for (const { place, key } of fields) {
      const foreign = await call({ [key]: input.foreign[key] }, body);
      const absent = await call({ [key]: absentIds()[key] }, body);
      const succeeds = foreign.statusCode < 300;
      if (succeeds && place !== 'query' && !CLIENT_MADE.has(`${name} ${key}`))
        violations.push(`${name}: accepts a foreign ${key}`);
      const told = (response: typeof foreign) => [
        response.statusCode,
        succeeds && place !== 'query' ? '' : response.body.replaceAll(/"requestId":"[^"]*"/g, ''),
      ];
      if (JSON.stringify(told(foreign)) !== JSON.stringify(told(absent)))
        violations.push(`${name}: a foreign ${key} answers ${told(foreign)}, an absent one ${told(absent)}`);
    }
  }
  return violations;
}

interface IdField {
  place: 'params' | 'query' | 'body';
  key: keyof Ids;
}

function idFields(contract: RouteContract): IdField[] {
  const known = Object.keys(absentIds());
  return (['params', 'query', 'body'] as const).flatMap((place) =>
    Object.keys(properties(contract[place]))
      .filter((key) => ID_LIKE.test(key))
      .map((key) => {
        if (!known.includes(key)) throw new Error(`${contract.path}: teach the probe what a ${key} is`);
        return { place, key: key as keyof Ids };
      }),
  );
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  minLength?: number;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
}

function properties(schema: z.ZodType | undefined): Record<string, JsonSchema> {
  if (!schema) return {};
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return json.properties ?? {};
}

/** A valid body, and one for each value of each choice. */
function bodies(contract: RouteContract): Record<string, unknown>[] {
  const entries = Object.entries(properties(contract.body)).filter(([key]) => !ID_LIKE.test(key));
  const base = Object.fromEntries(entries.map(([key, schema]) => [key, sample(schema)]));
  const choices = entries.flatMap(([key, schema]) =>
    (schema.enum ?? []).map((value) => ({ ...base, [key]: value })),
  );
  return choices.length > 0 ? choices : [base];
}

function sample(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return `probe ${crypto.randomUUID()}`.slice(0, Math.max(schema.minLength ?? 0, 40));
}

/** One number for everything that a company has, by table. */
export async function tableChecksums(
  admin: postgres.Sql,
  companyId: number,
): Promise<Record<string, string>> {
  const tables = await admin<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`;
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await admin<{ sum: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
      from ${admin(name)} t where company_id = ${companyId}`;
    sums[name] = row?.sum ?? '';
  }
  return sums;
}
