import { fold } from '@balcao/shared/text/fold.ts';
import type { Reply } from '../../services/reply.ts';
import { runTypebot, typebotSession } from '../../services/typebot.ts';
import type { Question } from './question.ts';
import type { ResponderDeps } from './responder.ts';

/** Flows may ask others before they answer. */
const TIMEOUT_MS = 55_000;

/** A flow of Typebot. Its keywords end the ticket, or begin the flow anew. */
export async function askTypebot(
  { outside, links }: ResponderDeps,
  { turn, integration, heard, text, time }: Question,
): Promise<Reply> {
  const word = fold(text.trim());
  const isKeyword = (keyword: string) => keyword.trim() !== '' && word === fold(keyword.trim());
  if (isKeyword(integration.typebotKeywordFinish))
    return { said: [], wish: { kind: 'close' }, session: null };
  const isRestart = isKeyword(integration.typebotKeywordRestart);
  const session =
    isRestart || isOver(turn.sessionUsedAt, integration.typebotExpires, heard) ? null : turn.session;
  const { contact } = turn;
  const reply = await runTypebot(
    outside,
    {
      baseUrl: integration.url,
      slug: integration.typebotSlug,
      delayMs: integration.typebotDelayMessage,
      unknownMessage: integration.typebotUnknownMessage,
    },
    {
      session: session === null ? null : (typebotSession.safeParse(session).data ?? null),
      text: isRestart ? '' : text || fileIn(turn.company.id, heard, links),
      variables: {
        number: contact.number,
        pushName: contact.name,
        ticketId: turn.ticketId,
        queue: turn.queue?.name ?? '',
        email: contact.email,
      },
      timeoutMs: Math.min(time.left(), TIMEOUT_MS),
      signal: time.signal,
    },
  );
  const restart = integration.typebotRestartMessage.trim();
  if (!isRestart || restart === '') return reply;
  return { ...reply, said: [{ kind: 'text', text: restart, delayMs: 0 }, ...reply.said] };
}

/** A conversation that nobody has gone on with for so many minutes begins anew; 0: never. */
function isOver(usedAt: Date | null, minutes: number, heard: Question['heard']): boolean {
  const last = heard.at(-1)?.at;
  return (
    usedAt !== null &&
    last !== undefined &&
    minutes > 0 &&
    last.getTime() - usedAt.getTime() > minutes * 60_000
  );
}

/** Where a flow finds the file that it has asked for; nothing while this server has no address of its own. */
function fileIn(companyId: number, heard: Question['heard'], links: ResponderDeps['links']): string {
  const media = heard.findLast((message) => message.media?.state === 'stored')?.media;
  const link = media ? links.of(companyId, { id: media.id, state: 'stored' }) : null;
  return link?.startsWith('http') ? link : '';
}
