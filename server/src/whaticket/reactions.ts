import type { Tx } from '../platform/db/client.ts';
import type { StoredReaction } from '../platform/db/message-json.ts';
import { messageId } from './messages.ts';
import { idOf, ofCompany } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Step, Work } from './step.ts';
import { clean, isOn } from './values.ts';

const COLUMNS = ['id', 'ticketId', 'body', 'fromMe', 'participant'];

/** They stand there as messages of their own, and here at what they react to. */
export const reactions: Step<SourceRow> = {
  kind: 'reaction',
  table: 'Messages',
  read(work, after, most) {
    const { from, origin, since } = work;
    if (!from.has('Messages', 'quotedMsgId')) return Promise.resolve([]);
    const idType = from.typeOf('Messages', 'id');
    const sameTicket = from.family === 'TZ' ? 'and q."ticketId" = x."ticketId"' : '';
    return from.read(
      `select ${from.columns('Messages', 'x', COLUMNS)}, q.id::text as "quotedId",
        q."ticketId"::text as "quotedTicketId", q."createdAt"::text as "quotedCreatedAt"
      from "Messages" x join "Messages" q on q.id = x."quotedMsgId" ${sameTicket}
      where ${ofCompany(work, 'Messages')} and x."mediaType" = 'reactionMessage' and x.id > $2::${idType}
        and ($4::text is null or x."createdAt" >= $4::timestamptz)
      order by x.id limit $3::bigint`,
      [origin, after ?? (idType === 'text' ? '' : '0'), most, since?.toISOString() ?? null],
    );
  },
  placeOf: idOf,
  async write(tx, work, rows) {
    let brought = 0;
    for (const row of rows) brought += await react(tx, work, row);
    return { brought, notes: [] };
  },
};

/** The last one of each person counts; an empty one takes it back. */
async function react(tx: Tx, work: Work, row: SourceRow): Promise<number> {
  const quoted = { id: row.quotedId ?? null, createdAt: row.quotedCreatedAt ?? null };
  const id = messageId(work.source, row.quotedTicketId, quoted);
  const fromMe = isOn(row.fromMe);
  const emoji = clean(row.body, 30).trim();
  const reaction: StoredReaction = {
    by: fromMe ? 'me' : clean(row.participant, 60),
    emoji,
    fromMe,
    name: '',
  };
  const [target] = await tx<{ reactions: StoredReaction[] }[]>`
    select reactions from messages where company_id = ${work.companyId} and id = ${id} and said_by = 'import'`;
  if (!target) return 0;
  const others = target.reactions.filter(({ by }) => by !== reaction.by);
  const shown = emoji && emoji !== 'reaction' ? [...others, reaction] : others;
  if (JSON.stringify(shown) === JSON.stringify(target.reactions)) return 0;
  await tx`
    update messages set reactions = ${JSON.stringify(shown)}::text::jsonb where company_id = ${work.companyId} and id = ${id}`;
  return 1;
}
