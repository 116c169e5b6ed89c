import { mediaKind } from '@balcao/shared/domain/media-kind.ts';
import { messagePreview } from '@balcao/shared/domain/message-preview.ts';
import type { TicketEvent } from '@balcao/shared/domain/ticket-event.ts';
import { fillVariables } from '@balcao/shared/domain/variables.ts';
import { v7 as uuidv7 } from 'uuid';
import type { BotFacts, Entry } from './bot.repo.ts';
import type { Decision, Line } from './decide.ts';

/** A decision as rows of the conversation, with what the ticket knows in the places of the variables. */
export const entriesOf = (facts: BotFacts, { lines }: Pick<Decision, 'lines'>, at: Date): Entry[] =>
  lines
    .map((line) => entryOf(facts, line, at))
    .filter(({ body, mediaId }) => body !== '' || mediaId !== null);

/** What the lists show: the last that the customer is told. */
export function previewOf(entries: readonly Entry[]): string | null {
  const last = entries.findLast(({ state }) => state === 'queued');
  return last ? messagePreview(last.mediaType, last.body) : null;
}

function entryOf(facts: BotFacts, line: Line, at: Date): Entry {
  const id = uuidv7();
  if (line.kind !== 'say')
    return { id, mediaType: 'event', body: JSON.stringify(eventOf(line)), mediaId: null, state: 'local' };
  const { file } = line;
  const body = fillIn(facts, line, at).trim();
  return {
    id,
    mediaType: file ? mediaKind(file.mime) : 'chat',
    body,
    mediaId: file?.id ?? null,
    state: 'queued',
  };
}

function eventOf(line: Exclude<Line, { kind: 'say' }>): TicketEvent {
  return line.kind === 'chose' ? line : { ...line, by: null };
}

const fillIn = (facts: BotFacts, { text, queueId }: { text: string; queueId: number | null }, at: Date) =>
  fillVariables(text, {
    name: facts.contactName,
    queue: facts.queues?.find(({ id }) => id === queueId)?.name ?? null,
    ticket: facts.ticketId,
    extraInfo: facts.extraInfo,
    at,
    timezone: facts.timezone,
    language: facts.language,
  });
