import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Turn } from '../bot/turns.service.ts';

/** What was said in a ticket, as responders are told. */
export interface SaidMessage {
  id: string;
  fromMe: boolean;
  body: string;
  mediaType: MessageType;
  card: MessageCard | null;
  tap: string | null;
  referral: Omit<MessageReferral, 'picture'> | null;
  at: Date;
  media: {
    id: string;
    state: string;
    mime: string;
    name: string;
    path: string | null;
    voice: boolean;
  } | null;
  /** What was said in a voice note, once somebody has listened to it. */
  transcript: string | null;
}

const columns = (tx: Tx) => tx`
  m.id, m.from_me, m.body, m.media_type, m.card, m.tap, m.referral - 'picture' as referral, m.created_at as at,
  r.text as transcript,
  case when f.id is not null then json_build_object('id', f.id, 'state', f.state, 'mime', f.mime, 'name', f.name,
    'path', f.path, 'voice', f.voice) end as media`;

const joined = (tx: Tx) => tx`
  messages m
  left join media f on f.company_id = m.company_id and f.id = m.media_id
  left join transcripts r on r.company_id = f.company_id and r.media_id = f.id`;

/** Nothing of the next turn, and nothing that agents say among each other or that was taken back. */
const ofTurn = (tx: Tx, { company, ticketId, until }: Turn) => tx`
  m.company_id = ${company.id} and m.ticket_id = ${ticketId} and m.state <> 'local' and not m.is_deleted
  and not m.placeholder ${until ? tx`and m.created_at < ${until}` : tx``}`;

/** A customer who writes more at once is answered to the last of it. */
const MAX_MESSAGES_OF_TURN = 30;

/** What the customer has written since the turn before, oldest first. */
export async function listHeard(tx: Tx, turn: Turn): Promise<SaidMessage[]> {
  const newest = await tx<SaidMessage[]>`
    select ${columns(tx)} from ${joined(tx)}
    where ${ofTurn(tx, turn)} and not m.from_me and m.created_at >= ${turn.since}
    order by m.created_at desc, m.id desc limit ${MAX_MESSAGES_OF_TURN}`;
  return newest.toReversed();
}

/** The newest messages of the ticket, oldest first. */
export async function listConversation(tx: Tx, turn: Turn, limit: number): Promise<SaidMessage[]> {
  const newest = await tx<SaidMessage[]>`
    select ${columns(tx)} from ${joined(tx)}
    where ${ofTurn(tx, turn)} order by m.created_at desc, m.id desc limit ${limit}`;
  return newest.toReversed();
}

export async function keepTranscript(
  tx: Tx,
  companyId: number,
  mediaId: string,
  text: string,
): Promise<void> {
  await tx`
    insert into transcripts (company_id, media_id, text)
    select ${companyId}, id, ${text} from media where company_id = ${companyId} and id = ${mediaId}
    on conflict do nothing`;
}
