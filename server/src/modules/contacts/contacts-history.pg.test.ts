import { randomUUID } from 'node:crypto';
import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import * as contracts from '@balcao/shared/features/contacts/calls.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';

let api: TestApi;
let company: CompanyFixture;
let other: CompanyFixture;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  other = await createCompany(api.database.admin, 'Outra');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Padaria ${++companies}`);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const at = (contactId: number, token = admin) => ({ params: { contactId }, token });

describe('what stands behind a contact', () => {
  it('shows tickets, files and groups of the queues that one sees', async () => {
    const { companyId, connectionId, queues } = company;
    const sql = api.database.admin;
    const mine = await createTicket(sql, company, { status: 'closed' });
    const [foreign] = await sql`
      insert into tickets (company_id, contact_id, connection_id, queue_id, status)
      values (${companyId}, ${mine.contactId}, ${connectionId}, ${queues.sales}, 'closed') returning id`;
    const group = await createTicket(sql, company, { name: 'Família' });
    await sql`update contacts set is_group = true where id = ${group.contactId}`;
    await sql`insert into contact_identities (company_id, kind, value, contact_id)
      values (${companyId}, 'lid', '4711', ${mine.contactId})`;
    let minute = 0;
    const said = async (ticketId: number, contactId: number, name: string, participant = '') => {
      const [file] = await sql`
        insert into media (company_id, id, state, mime, name)
        values (${companyId}, gen_random_uuid(), 'stored', 'image/png', ${name}) returning id`;
      await sql`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id, body,
          participant, state, created_at)
        values (${companyId}, gen_random_uuid(), ${ticketId}, ${contactId}, ${connectionId}, false, 'image',
          ${file?.id}, ${name}, ${participant}, 'received', now() + ${++minute} * interval '1 minute')`;
    };
    await said(mine.id, mine.contactId, 'first');
    await said(Number(foreign?.id), mine.contactId, 'hidden');
    await said(mine.id, mine.contactId, 'second');
    await said(group.id, group.contactId, 'in the group', '4711@lid');

    const look = async (token: string) => {
      const tickets = await api.call(contracts.listContactTickets, at(mine.contactId, token));
      const media = await api.call(contracts.listContactMedia, at(mine.contactId, token));
      const groups = await api.call(contracts.listSharedGroups, at(mine.contactId, token));
      return {
        tickets: tickets.tickets.map(({ id }) => id).toSorted((a, b) => a - b),
        files: media.items.map((item) => item.media.name),
        groups: groups.map(({ name }) => name),
      };
    };
    const groups = ['Família'];
    expect(await look(ana)).toEqual({ tickets: [mine.id], files: ['second', 'first'], groups });
    expect(await look(admin)).toEqual({
      tickets: [mine.id, Number(foreign?.id)],
      files: ['second', 'hidden', 'first'],
      groups,
    });
    const documents = { ...at(mine.contactId), query: { kind: 'document' } };
    expect((await api.call(contracts.listContactMedia, documents)).items).toEqual([]);
  });

  it('shows its conversations page by page', async () => {
    const { companyId, connectionId, queues } = company;
    const sql = api.database.admin;
    const { contactId } = await createTicket(sql, company, { status: 'closed' });
    // Some of them last spoken in one moment: their ids alone tell them apart.
    await sql`insert into tickets (company_id, contact_id, connection_id, queue_id, status, last_message_at)
      select ${companyId}, ${contactId}, ${connectionId}, ${queues.support}, 'closed',
        now() - (n / 3) * interval '1 minute' from generate_series(1, 200) n`;
    const expected = await sql<{ id: number }[]>`select id::int from tickets where contact_id = ${contactId}
      order by last_message_at desc, id desc limit 120`;
    const ids: number[] = [];
    for (let after: string | null = null; ids.length < 120; ) {
      const query = after ? { after } : {};
      const page: RouteOutput<typeof contracts.listContactTickets> = await api.call(
        contracts.listContactTickets,
        { ...at(contactId, ana), query },
      );
      ids.push(...page.tickets.map(({ id }) => id));
      after = page.next;
    }
    expect(ids).toEqual(expected.map(({ id }) => id));
  });

  it('gives its files by links that open without a token for a while, page by page', async () => {
    const { companyId, connectionId } = company;
    const sql = api.database.admin;
    const { id: ticketId, contactId } = await createTicket(sql, company);
    const real = randomUUID();
    await api.call(uploadMedia, { params: { mediaId: real }, token: admin, body: PICTURE });
    await sql`insert into media (company_id, id, state, mime, name)
      select ${companyId}, gen_random_uuid(), 'stored', 'image/png', n::text from generate_series(1, 84) n`;
    // All in one moment: their ids alone tell them apart.
    await sql`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id,
        state, created_at)
      select ${companyId}, gen_random_uuid(), ${ticketId}, ${contactId}, ${connectionId}, false, 'image', id,
        'received', ${new Date()} from media where company_id = ${companyId}`;
    const files: contracts.ContactFile[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query = { kind: 'visual', ...(after ? { after } : {}) };
      const page: { items: contracts.ContactFile[]; hasMore: boolean; next: string | null } = await api.call(
        contracts.listContactMedia,
        { ...at(contactId, ana), query },
      );
      files.push(...page.items);
      expect(page.hasMore).toBe(page.next !== null);
      after = page.next;
    }
    expect([files.length, new Set(files.map(({ id }) => id)).size]).toEqual([85, 85]);

    const url = files.find(({ media }) => media.id === real)?.mediaUrl ?? '';
    expect(url).toMatch(new RegExp(`^/media/${real}/`));
    const open = async (address: string, token?: string) =>
      (await api.app.inject({ url: address, headers: token ? { authorization: `Bearer ${token}` } : {} }))
        .statusCode;
    expect(await open(url)).toBe(200);
    expect(await open(`/media/${real}`)).toBe(401);
    expect(await open(`/media/${real}`, ana)).toBe(200);
    expect(await open(`/media/${real}`, await api.signIn(company.bruno))).toBe(404);
    expect(await open(url.replace(`/${companyId}.`, `/${other.companyId}.`))).toBe(403);
    api.advance(2 * 3_600_000 + 1);
    expect(await open(url)).toBe(403);
  });
});
