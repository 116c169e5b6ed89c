import type { WebhookEnvelope } from '@balcao/shared/features/responders/webhook-envelope.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import type { Shop } from './enacted.ts';
import { ORDERING } from './morning.ts';

type Facts = Pick<WebhookEnvelope['data'], 'company' | 'ticket' | 'contact'>;

/** What the customer has told the program. */
interface Heard {
  id: string;
  body: string;
  at: Date;
  /** What it said to that; null: it failed. */
  answer: string | null;
}

const ENTERED_BEFORE_MS = 24_000;
const WAITED_MS = 3_000;

/** What the program of the web shop was told while it had a customer of the morning, as its log would hold it. */
export async function logDeliveries(tx: Tx, { companyId }: Shop, integrationId: number): Promise<void> {
  const facts = await findTicket(tx, companyId);
  const heard = await listHeard(tx, companyId, facts.ticket.id);
  const begunAt = new Date((heard[0]?.at.getTime() ?? 0) - ENTERED_BEFORE_MS);
  const told = [null, ...heard].map((message, index) => {
    const at = message?.at ?? begunAt;
    const event = message ? 'message.received' : 'ticket.entered';
    const payload: WebhookEnvelope = {
      type: event,
      timestamp: at.toISOString(),
      data: { ...facts, message: messageOf(message), sequence: index + 1 },
    };
    return {
      companyId,
      id: uuidv7({ msecs: at.getTime() }),
      integrationId,
      ticketId: facts.ticket.id,
      event,
      payload: JSON.stringify(payload),
      ...outcomeOf(message),
      // The program was busy for a moment when the first question came.
      attempts: index === 1 ? 2 : 1,
      durationMs: 42 + index * 137,
      createdAt: at,
      triedAt: new Date(at.getTime() + WAITED_MS),
    };
  });
  await insertAll(tx, 'deliveries', told);
  await tx`
    update tickets set told_sequence = ${told.length} where company_id = ${companyId} and id = ${facts.ticket.id}`;
}

async function findTicket(tx: Tx, companyId: number): Promise<Facts> {
  const [facts] = await tx<Facts[]>`
    select json_build_object('id', co.id, 'name', co.name) as company,
      json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'email', c.email) as contact,
      json_build_object('id', t.id, 'uuid', t.uuid, 'status', 'pending',
        'queue', json_build_object('id', q.id, 'name', q.name),
        'connection', json_build_object('id', w.id, 'name', w.name), 'channel', w.channel, 'referral', t.referral,
        'token', null) as ticket
    from tickets t
    join companies co on co.id = t.company_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join queues q on q.company_id = t.company_id and q.id = t.queue_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    where t.company_id = ${companyId} and c.number = ${ORDERING.number}
    order by t.created_at desc limit 1`;
  if (!facts) throw new Error('nobody has asked the web shop');
  return facts;
}

/** Lists what the customer said from the choice that led to the program until people followed. */
async function listHeard(tx: Tx, companyId: number, ticketId: number): Promise<Heard[]> {
  const all = await tx<(Omit<Heard, 'answer'> & { fromMe: boolean; saidBy: string | null; kind: string })[]>`
    select id, body, created_at as at, from_me, said_by,
      case when media_type = 'event' then body::jsonb ->> 'kind' else '' end as kind
    from messages where company_id = ${companyId} and ticket_id = ${ticketId} order by created_at`;
  const from = all.findLastIndex(({ kind }) => kind === 'chose');
  const until = all.findIndex(({ kind }) => kind === 'accepted');
  return all.flatMap(({ id, body, at, fromMe }, index) => {
    if (fromMe || index < from || index > until) return [];
    const next = all[index + 1];
    return [{ id, body, at, answer: next?.saidBy === 'bot' ? next.body : null }];
  });
}

const messageOf = (heard: Heard | null): WebhookEnvelope['data']['message'] =>
  heard && {
    id: heard.id,
    body: heard.body,
    mediaType: 'chat',
    card: null,
    tap: null,
    referral: null,
    media: null,
    at: heard.at.toISOString(),
  };

function outcomeOf(heard: Heard | null) {
  if (heard?.answer === null)
    return {
      state: 'failed',
      status: 500,
      answer: '',
      reason: '500 {"error":"The carrier does not answer"}',
    };
  const said = heard
    ? { messages: [{ type: 'text', text: heard.answer }] }
    : { message: 'Workflow was started' };
  return { state: 'delivered', status: 200, answer: JSON.stringify(said), reason: '' };
}
