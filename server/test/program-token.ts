import { createHash, randomUUID } from 'node:crypto';
import { isTokenClass, type RouteContract, type TokenClass } from '@balcao/shared/contract/call.ts';
import { KEY_AREAS, type KeyRight } from '@balcao/shared/contract/key-areas.ts';
import { KEY_PREFIX } from '@balcao/shared/features/api-keys/rules.ts';
import type postgres from 'postgres';
import { type CompanyFixture, insertedId } from './fixtures.ts';

/** Makes a token of each class that opens something of a company to a program. */
const TOKENS: Record<TokenClass, (admin: postgres.Sql, company: CompanyFixture) => Promise<string>> = {
  async ticketToken(admin, { companyId, connectionId, queues }) {
    const token = `tkt_${randomUUID()}`;
    const contactId = await insertedId(
      admin`insert into contacts (company_id, name) values (${companyId}, 'Told') returning id`,
    );
    const integrationId = await insertedId(admin`
      insert into queue_integrations (company_id, type, name) values (${companyId}, 'webhook', ${token}) returning id`);
    const ticketId = await insertedId(admin`
      insert into tickets (company_id, contact_id, connection_id, queue_id, answerer, integration_id)
      values (${companyId}, ${contactId}, ${connectionId}, ${queues.sales}, 'integration', ${integrationId})
      returning id`);
    await admin`
      insert into ticket_tokens (company_id, ticket_id, integration_id, token_hash, expires_at)
      values (${companyId}, ${ticketId}, ${integrationId}, ${createHash('sha256').update(token).digest()},
        now() + interval '1 day')`;
    return token;
  },
  async connectionToken(admin, { connectionId }) {
    const token = `con_${randomUUID()}`;
    await admin`
      update connections set api_token_hash = ${createHash('sha256').update(token).digest()}
      where id = ${connectionId}`;
    return token;
  },
  companyKey: (admin, company) => companyKey(admin, company, 'write'),
};

/** A key of a company that opens all areas, or none. Its use has been noted already. */
export async function companyKey(
  admin: postgres.Sql,
  { companyId }: Pick<CompanyFixture, 'companyId'>,
  right: KeyRight | null,
): Promise<string> {
  const key = KEY_PREFIX + randomUUID();
  const areas = right === null ? [] : KEY_AREAS.map((area) => [area, right]);
  const scopes = JSON.stringify(Object.fromEntries(areas));
  await admin`
    insert into api_keys (company_id, name, key_hash, scopes, last_used_at)
    values (${companyId}, ${key}, ${createHash('sha256').update(key).digest()}, ${scopes}::text::jsonb,
      now() + interval '1 day')`;
  return key;
}

/** What opens a route to a program; undefined where a person signs in. */
export const programToken = async (
  admin: postgres.Sql,
  { access }: RouteContract,
  company: CompanyFixture,
): Promise<string | undefined> => (isTokenClass(access) ? TOKENS[access](admin, company) : undefined);
