import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { type CompanyFixture, insertedId } from '../../../../test/fixtures.ts';

/** No job comes to it. */
const LONG_AFTER = new Date('2099-01-01T12:00:00Z');

/** Somebody in a list, whom nobody has talked to. */
export async function list(
  sql: postgres.Sql,
  companyId: number,
  person: { name: string; number: string; email?: string },
): Promise<number> {
  const listId = await insertedId(
    sql`insert into contact_lists ${sql({ company_id: companyId, name: `Lista de ${person.name}` })} returning id`,
  );
  await sql`insert into contact_list_items ${sql({ company_id: companyId, contact_list_id: listId, ...person })}`;
  return listId;
}

/** One thing of each kind that a company has of a person, in a group too, where somebody else writes as well. */
export async function leaveTraces(
  sql: postgres.Sql,
  company: Pick<CompanyFixture, 'companyId' | 'connectionId'>,
  contactId: number,
  number: string,
): Promise<void> {
  const row = { company_id: company.companyId };
  const place = { ...row, contact_id: contactId, connection_id: company.connectionId };
  const ticketId = await insertedId(
    sql`insert into tickets ${sql({ ...place, status: 'closed' })} returning id`,
  );
  const mediaId = uuidv7();
  await sql`insert into media ${sql({ ...row, id: mediaId, state: 'stored', mime: 'image/png', path: `${company.companyId}/ab/${randomBytes(20).toString('hex')}` })}`;
  const said = (media_type: string, at: string, more: object = {}) => ({
    ...place,
    id: uuidv7(),
    ticket_id: ticketId,
    from_me: false,
    media_type,
    media_id: null,
    participant: '',
    body: '',
    state: 'received',
    read: true,
    created_at: at,
    ...more,
  });
  const group = await insertedId(
    sql`insert into contacts ${sql({ ...row, name: 'Família', is_group: true })} returning id`,
  );
  const groupTicket = await insertedId(
    sql`insert into tickets ${sql({ ...place, contact_id: group, is_group: true, status: 'closed' })} returning id`,
  );
  const othersId = uuidv7();
  const questionId = uuidv7();
  const inGroup = { contact_id: group, ticket_id: groupTicket, participant: `${number}@s.whatsapp.net` };
  await sql`insert into messages ${sql([
    said('chat', '2026-01-02T12:00:00Z', { id: questionId }),
    said('image', '2026-01-03T12:00:00Z', { media_id: mediaId }),
    said('image', '2026-01-04T12:00:00Z', { media_id: mediaId }),
    said('note', '2026-01-05T12:00:00Z', { state: 'local', from_me: true }),
    said('event', '2026-01-06T12:00:00Z', { state: 'local', from_me: true, body: '{"kind":"closed"}' }),
    said('call_log', '2026-01-07T12:00:00Z'),
    said('chat', '2026-01-08T12:00:00Z', inGroup),
    said('chat', '2026-01-08T12:00:01Z', {
      ...inGroup,
      id: othersId,
      participant: '5531900000000@s.whatsapp.net',
      body: `Oi @${number}`,
      reactions: sql.json([{ by: inGroup.participant, name: 'Ana', emoji: '👍' }]),
    }),
  ])}`;
  await sql`insert into message_receipts
    ${sql({ ...row, message_id: othersId, participant: inGroup.participant, read_at: new Date() })}`;
  const { connection_id } = place;
  const early = { wa_id: 'X', participant: '', identities: [`phone:${number}`], kind: 'delete' };
  await sql`insert into early_changes ${sql({ ...row, connection_id, ...early })}`;
  await sql`insert into session_keys
    ${sql({ ...row, connection_id, type: 'session', id: `${number}.0`, value: Buffer.from('x') })}`;
  await sql`insert into ticket_tracking
    ${sql({ ...row, ticket_id: ticketId, connection_id, rated_at: new Date(), rate: 3 })}`;
  await sql`insert into unanswered_questions
    ${sql({ ...row, id: uuidv7(), ticket_id: ticketId, question: 'Entregam?', at: new Date() })}`;
  for (const askedAbout of [ticketId, groupTicket])
    await sql`insert into ai_requests ${sql({
      ...row,
      id: uuidv7(),
      ticket_id: askedAbout,
      at: new Date(),
      purpose: 'summary',
      model: 'gpt-4o-mini',
      prompt_tokens: 1,
      completion_tokens: 1,
      ending: 'answered',
      sealed: Buffer.from(number),
    })}`;
  const evaluationId = uuidv7();
  const promptId = await insertedId(sql`
    insert into prompts (company_id, name) values (${company.companyId}, ${`Ajudante ${contactId}`}) returning id`);
  await sql`insert into evaluations ${sql({
    ...row,
    id: evaluationId,
    prompt_id: promptId,
    at: new Date(),
    today: '',
  })}`;
  const asked = { id: uuidv7(), evaluation_id: evaluationId, message_id: questionId };
  await sql`insert into evaluation_questions
    ${sql({ ...row, ...asked, question: 'Entregam?', written: `Sim, ${number}` })}`;
  await sql`insert into evaluation_answers
    ${sql({ ...row, id: uuidv7(), question_id: asked.id, variant: 'today', text: `Claro, ${number}` })}`;
  await sql`insert into schedules ${sql({
    ...row,
    id: uuidv7(),
    contact_id: contactId,
    body: 'Lembrete',
    send_at: LONG_AFTER,
    due_at: LONG_AFTER,
  })}`;
  await list(sql, company.companyId, { name: 'Ana', number });
  const campaignId = await insertedId(sql`
    insert into campaigns (company_id, name, messages, confirmation_messages)
    values (${company.companyId}, ${`Natal ${contactId}`}, array_fill('Oi'::text, '{5}'), array_fill(''::text, '{5}')) returning id`);
  await sql`insert into campaign_recipients ${sql({
    ...row,
    campaign_id: campaignId,
    name: 'Ana',
    number,
    whatsapp_number: number,
    state: 'skipped',
  })}`;
  await sql`insert into number_checks ${sql({ ...row, number, exists: true, whatsapp_number: number })}`;
  await sql`insert into phone_contacts ${sql({ ...row, connection_id, number, key: number, name: 'Ana' })}`;
  const [imported] = await sql`insert into contact_imports
    ${sql({ ...row, headings: ['Nome', 'Número'], meanings: ['name', 'number'], total: 1 })} returning id`;
  // As people write it, too.
  for (const [at, cells] of [
    ['Ana', number],
    ['Ana', number.slice(2).replace(/(.{4})$/, '-$1')],
  ].entries())
    await sql`insert into contact_import_rows ${sql({ ...row, import_id: imported?.id, row: at + 2, cells })}`;
  const webhookId = await insertedId(sql`
    insert into webhooks (company_id, name, url, events)
    values (${company.companyId}, ${`Loja ${contactId}`}, 'https://loja.test', '{ticket.closed}') returning id`);
  await sql`insert into deliveries ${sql({
    ...row,
    webhook_id: webhookId,
    ticket_id: ticketId,
    event: 'message.received',
    lane: 'x',
    next_at: new Date(),
    payload: JSON.stringify({ data: { contact: { id: contactId, number } } }),
  })}`;
  const visitor = { ...row, kind: 'web', value: `${connection_id}/visitor/${contactId}` };
  await sql`insert into contact_identities ${sql({ ...visitor, contact_id: contactId })}`;
  const facts = { page: { url: 'https://loja.test/vitrine' }, browser: 'Firefox' };
  await sql`insert into web_visitors ${sql({ ...row, name: visitor.value, facts: sql.json(facts) })}`;
}
