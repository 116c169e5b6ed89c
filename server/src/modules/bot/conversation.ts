import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { splitText } from '@balcao/shared/text/split-text.ts';
import { fillVariables } from '@balcao/shared/text/variables.ts';
import { v7 as uuidv7 } from 'uuid';
import type { BotFacts, Entry } from './bot.repo.ts';
import type { Decision, Line } from './decision.ts';

/** A decision as rows of the conversation, with what the ticket knows in the places of the variables. */
export function entriesOf(facts: BotFacts, { lines }: Pick<Decision, 'lines'>, at: Date): Entry[] {
  let delayMs = 0;
  return lines
    .flatMap((line): Entry[] => {
      if (line.kind === 'say' && line.from) delayMs = Math.min(delayMs + line.from.delayMs, MAX_DELAY_MS);
      return fitting(facts, entryOf(facts, line, at)).map((entry) =>
        delayMs > 0 && entry.state === 'queued'
          ? { ...entry, notBefore: new Date(at.getTime() + delayMs) }
          : entry,
      );
    })
    .filter(({ body, mediaId }) => body !== '' || mediaId !== null);
}

/** Cuts an entry into as many messages as the messenger needs; what is too long for words beside a file follows it. */
function fitting({ line }: BotFacts, entry: Entry): Entry[] {
  if (entry.state !== 'queued' || !line) return [entry];
  const { textChars, captionChars } = featuresOf(line);
  if (entry.body.length <= (entry.mediaId === null ? textChars : captionChars)) return [entry];
  const parts = splitText(entry.body, textChars).map(
    (body): Entry => ({ ...entry, id: uuidv7(), body, mediaType: 'chat', mediaId: null }),
  );
  return entry.mediaId === null ? parts : [{ ...entry, body: '' }, ...parts];
}

/** Nobody watches somebody write for longer. */
const MAX_DELAY_MS = 20_000;

/** What the lists show: the last that the customer is told. */
export function previewOf(entries: readonly Entry[]): string | null {
  const last = entries.findLast(({ state }) => state === 'queued');
  return last ? messagePreview(last.mediaType, last.body) : null;
}

function entryOf(facts: BotFacts, line: Line, at: Date): Entry {
  const id = uuidv7();
  const between = { id, mediaId: null, state: 'local', notBefore: null } as const;
  if (line.kind === 'note') return { ...between, mediaType: 'note', body: line.text };
  if (line.kind !== 'say') return { ...between, mediaType: 'event', body: JSON.stringify(eventOf(line)) };
  const { file } = line;
  const body = (line.from ? line.text : fillIn(facts, line, at)).trim();
  return {
    id,
    mediaType: file ? mediaKind(file.mime) : 'chat',
    body,
    mediaId: file?.id ?? null,
    state: 'queued',
    notBefore: null,
  };
}

function eventOf(line: Exclude<Line, { kind: 'say' | 'note' }>): TicketEvent {
  if (line.kind === 'handedOver') return { ...line, by: null };
  if (line.kind === 'failed') return line;
  const { read: _, ...chose } = line;
  return chose;
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
