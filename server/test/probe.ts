import type { RouteContract } from '@balcao/shared/api/contract.ts';
import type postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { TestApi } from './api.ts';
import { type CompanyFixture, createTicket, createUser } from './fixtures.ts';
import { inputSchema, properties, routeName, sample } from './generate.ts';

/**
 * Calls a route with another company's ids and compares the answers with those for ids that nobody has. Inputs are
 * generated from the contract, so a new route is probed without being named anywhere.
 */

/** In every text of company B that somebody could be shown. */
export const CANARY = 'CANARY';

/** By the name of the field that carries it. A new kind of id is taught here; the probe refuses to guess. */
export interface Ids {
  ticketId: number;
  contactId: number;
  noteId: string;
  uuid: string;
  whatsappId: number;
  mediaId: string;
  quotedMsgId: string;
  ofId: string;
  /** One that we have sent. */
  messageId: string;
  id: string;
  /** As a list in a body, as JSON in a query. */
  queueIds: string;
  connectionIds: string;
  redirectQueueId: number;
  userId: number;
  companyId: number;
  resetId: number;
  planId: number;
  helpId: number;
  tagId: number;
  tags: string;
  duplicateId: number;
  queueId: number;
  optionId: number;
  parentId: number;
  quickMessageId: number;
  scheduleId: string;
  importId: string;
}

/** Of the platform and not of a company: there are no foreign ones. */
const PLATFORM = new Set<keyof Ids>(['planId', 'helpId']);

/** Made by the caller: another company's is as good as any, and must not lead to its row. */
const CLIENT_MADE = new Set([
  'POST /messages/:ticketId id',
  'POST /messages/forward id',
  'POST /messages/forward/:contactId id',
  'POST /schedules id',
  'PUT /media/:mediaId mediaId',
  'GET /media/:mediaId/upload mediaId',
]);

/** Whether a foreign id that this route is called with is the caller's own from then on. */
export const takesIds = (contract: RouteContract): boolean =>
  [...CLIENT_MADE].some((field) => field.startsWith(`${routeName(contract)} `));

/** Not for everybody to give: from others the field is ignored, whatever it says. */
const IGNORED = {
  'PUT /users/:userId whatsappId': 'admin',
  'PUT /users/:userId queueIds': 'admin',
} as Record<string, string>;

const ID_LIKE = /^(id|uuid)$|Ids?$/;

const absentIds = (): Ids => ({
  ticketId: 987_654_321,
  contactId: 987_654_321,
  noteId: crypto.randomUUID(),
  uuid: crypto.randomUUID(),
  whatsappId: 987_654_321,
  mediaId: crypto.randomUUID(),
  quotedMsgId: crypto.randomUUID(),
  ofId: crypto.randomUUID(),
  messageId: crypto.randomUUID(),
  id: uuidv7(),
  queueIds: '[987654321]',
  connectionIds: '[987654321]',
  redirectQueueId: 987_654_321,
  userId: 987_654_321,
  companyId: 987_654_321,
  resetId: 987_654_321,
  planId: 987_654_321,
  helpId: 987_654_321,
  tagId: 987_654_321,
  tags: '[987654321]',
  duplicateId: 987_654_321,
  queueId: 987_654_321,
  optionId: 987_654_321,
  parentId: 987_654_321,
  quickMessageId: 987_654_321,
  scheduleId: crypto.randomUUID(),
  importId: crypto.randomUUID(),
});

/** A ticket under way with a message and a file, in a company that knows nobody else. */
export async function furnish(admin: postgres.Sql, company: CompanyFixture): Promise<Ids> {
  const { companyId, connectionId, queues } = company;
  const ticket = await createTicket(admin, company, { userId: company.ana.id, name: `${CANARY} customer` });
  const [mediaId, quotedMsgId, id, messageId, noteId] = [1, 2, 3, 4, 5].map(() => uuidv7()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  await admin`insert into media (company_id, id, state, mime, name, size, path, uploaded_by)
    values (${companyId}, ${mediaId}, 'stored', 'image/png', ${`${CANARY}.png`}, 1, 'x', ${company.ana.id})`;
  for (const message of [quotedMsgId, id])
    await admin`insert into messages
      (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_id, state, created_at)
      values (${companyId}, ${message}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, false, ${CANARY}, ${mediaId},
        'received', now())`;
  await admin`insert into messages
    (company_id, id, ticket_id, contact_id, connection_id, from_me, body, wa_id, state, ack, created_at)
    values (${companyId}, ${messageId}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, true, ${CANARY},
      ${`SENT${messageId}`}, 'sent', 2, now())`;
  const [{ id: author } = { id: null }] = await admin`
    select id from users where company_id = ${companyId} and profile = 'admin' order by id limit 1`;
  await admin`insert into messages
    (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, media_type, state, read, created_at)
    values (${companyId}, ${noteId}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, ${author}, true, ${CANARY},
      'note', 'local', true, now())`;
  await admin`update tickets set last_message = ${CANARY} where id = ${ticket.id}`;
  const unique = crypto.randomUUID();
  const person = await createUser(admin, companyId, `${CANARY} person`, [], {
    email: `${unique}@${CANARY}.test`.toLowerCase(),
  });
  await admin`insert into settings (company_id, key, value) values (${companyId}, 'ipixc', ${CANARY}) on conflict do nothing`;
  await admin`insert into audit_log (company_id, user_name, action, entity, entity_id, entity_name)
    values (${companyId}, ${CANARY}, 'update', 'user', ${person.id}, ${CANARY})`;
  const [tag] = await admin`insert into tags (company_id, name, color)
    values (${companyId}, ${`${CANARY} ${unique}`}, '#123456') returning id`;
  const one = async (rows: postgres.PendingQuery<postgres.Row[]>) => Number((await rows)[0]?.id);
  const queueId = await one(
    admin`insert into queues (company_id, name, color, greeting_message, media_id)
      values (${companyId}, ${`${CANARY} ${unique}`}, ${`#${unique.slice(0, 8)}`}, ${CANARY}, ${mediaId}) returning id`,
  );
  const optionId = await one(
    admin`insert into queue_options (company_id, queue_id, title, message, option, media_id)
      values (${companyId}, ${queueId}, ${CANARY}, ${CANARY}, 1, ${mediaId}) returning id`,
  );
  const quickMessageId = await one(
    admin`insert into quick_messages (company_id, shortcode, message, geral, user_id, media_id)
      values (${companyId}, ${unique}, ${CANARY}, true, ${company.ana.id}, ${mediaId}) returning id`,
  );
  const scheduleId = crypto.randomUUID();
  await admin`
    insert into schedules (company_id, id, contact_id, user_id, body, media_id, send_at, due_at)
    values (${companyId}, ${scheduleId}, ${ticket.contactId}, ${company.ana.id}, ${CANARY}, ${mediaId}, '2040-01-01',
      '2040-01-01')`;
  return {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    duplicateId: await one(
      admin`insert into contacts (company_id, name) values (${companyId}, ${CANARY}) returning id`,
    ),
    noteId,
    importId: await importDraft(admin, companyId),
    uuid: ticket.uuid,
    whatsappId: connectionId,
    mediaId,
    quotedMsgId,
    ofId: quotedMsgId,
    messageId,
    id,
    queueIds: JSON.stringify([queues.sales, queues.support]),
    connectionIds: JSON.stringify([connectionId]),
    redirectQueueId: queues.sales,
    userId: person.id,
    companyId,
    resetId: await one(
      admin`insert into password_resets (company_id, user_id) values (${companyId}, ${person.id}) returning id`,
    ),
    planId: await one(admin`insert into plans (name) values (${unique}) returning id`),
    tagId: Number(tag?.id),
    tags: JSON.stringify([Number(tag?.id)]),
    queueId,
    optionId,
    parentId: optionId,
    quickMessageId,
    scheduleId,
    helpId: await one(admin`insert into helps (title, video) values (${unique}, 'dQw4w9WgXcQ') returning id`),
  };
}

/** A file of one row that waits to be taken over. */
export async function importDraft(admin: postgres.Sql, companyId: number): Promise<string> {
  const [made] = await admin<{ id: string }[]>`
    insert into contact_imports (company_id, file_name, headings, meanings, total)
    values (${companyId}, ${CANARY}, ${[CANARY]}, '{number}', 1) returning id`;
  const id = made?.id ?? '';
  await admin`insert into contact_import_rows (company_id, import_id, row, cells)
    values (${companyId}, ${id}, 2, ${[CANARY]})`;
  return id;
}

export interface ProbeInput {
  profile: string;
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
  const name = routeName(contract);
  const violations: string[] = [];
  const fields = idFields(contract);
  const otherParams = samples(contract.params);
  const call = async (replaced: Partial<Ids>, body: Record<string, unknown>) => {
    const ids = { ...input.own, id: uuidv7(), ...replaced };
    const pick = (place: string) =>
      Object.fromEntries(
        fields
          .filter((field) => field.place === place)
          .map(({ key, isList }) => [key, isList ? JSON.parse(String(ids[key])) : ids[key]]),
      );
    const response = await api.send(contract, {
      params: { ...otherParams, ...pick('params') },
      query: { ...(pick('query') as Record<string, string>), companyId: String(input.foreignCompany) },
      ...(contract.rawBody ? { body: Buffer.from('bytes') } : {}),
      ...(contract.body ? { body: { ...body, ...pick('body'), companyId: input.foreignCompany } } : {}),
      headers: { 'x-company-id': String(input.foreignCompany) },
      token: input.token,
    });
    if (response.statusCode >= 500) violations.push(`${name}: ${response.statusCode} ${response.body}`);
    if (response.body.includes(CANARY))
      violations.push(`${name}: shows a canary: ${response.body.slice(0, 200)}`);
    return response;
  };

  let wasLookedAt = fields.length === 0;
  for (const body of bodies(contract)) {
    if (fields.length === 0) await call({}, body);
    for (const { place, key } of fields) {
      if (PLATFORM.has(key)) {
        wasLookedAt ||= (await call({}, body)).statusCode !== 400;
        continue;
      }
      const foreign = await call({ [key]: input.foreign[key] }, body);
      const absent = await call({ [key]: absentIds()[key] }, body);
      wasLookedAt ||= foreign.statusCode !== 400;
      const succeeds = foreign.statusCode < 300;
      const field = `${name} ${key}`;
      const isIgnored = field in IGNORED && IGNORED[field] !== input.profile;
      if (succeeds && place !== 'query' && !CLIENT_MADE.has(field) && !isIgnored)
        violations.push(`${name}: accepts a foreign ${key}`);
      const told = (response: typeof foreign) => [
        response.statusCode,
        succeeds && place !== 'query' ? '' : response.body.replaceAll(/"requestId":"[^"]*"/g, ''),
      ];
      // Taken by an earlier route of this probe, in the caller's own company.
      const isOwnNow = CLIENT_MADE.has(field) && foreign.json().error === 'ERR_IDEMPOTENCY_KEY_REUSED';
      if (!isOwnNow && JSON.stringify(told(foreign)) !== JSON.stringify(told(absent)))
        violations.push(`${name}: a foreign ${key} answers ${told(foreign)}, an absent one ${told(absent)}`);
    }
  }
  if (!wasLookedAt) violations.push(`${name}: teach the generator what a valid body is`);
  return violations;
}

interface IdField {
  place: 'params' | 'query' | 'body';
  key: keyof Ids;
  isList: boolean;
}

function idFields(contract: RouteContract): IdField[] {
  const known = Object.keys(absentIds());
  return (['params', 'query', 'body'] as const).flatMap((place) =>
    Object.entries(properties(contract[place]))
      // Of what there is nothing yet, nothing can be named.
      .filter(([key, { type }]) => ID_LIKE.test(key) && type !== 'null')
      .map(([key, { type }]) => {
        if (!known.includes(key)) throw new Error(`${contract.path}: teach the probe what a ${key} is`);
        return { place, key: key as keyof Ids, isList: type === 'array' };
      }),
  );
}

/** Values for everything that is no id. Whom somebody is only where it must be said: it costs time and a password. */
function samples(schema: RouteContract['body']): Record<string, unknown> {
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => !ID_LIKE.test(key) && (!/password|email|url$/i.test(key) || required.includes(key)))
      .map(([key, field]) => [key, sample(key, field)]),
  );
}

/** A longer list of values is data, as countries are, and no choice of what is done. */
const MOST_CHOICES = 20;

/** A valid body, and one for each value of each choice. */
function bodies(contract: RouteContract): Record<string, unknown>[] {
  const base = samples(contract.body);
  const choices = Object.entries(properties(contract.body)).flatMap(([key, schema]) =>
    (schema.enum ?? []).slice(0, MOST_CHOICES).map((value) => ({ ...base, [key]: value })),
  );
  return choices.length > 0 ? choices : [base];
}

/** One number for everything that a company has, by table; without a company for everything but when jobs ran. */
export async function tableChecksums(
  admin: postgres.Sql,
  companyId?: number,
): Promise<Record<string, string>> {
  const tables = await admin<{ name: string; ofCompany: boolean }[]>`
    select table_name as name, bool_or(column_name = 'company_id') as "ofCompany"
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'jobs' group by 1 order by 1`;
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
