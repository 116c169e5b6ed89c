import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { splitText } from '@balcao/shared/text/split-text.ts';
import { AUTOMATIC_TEXTS, fillVariables } from '@balcao/shared/text/variables.ts';
import { v7 as uuidv7 } from 'uuid';
import type { StoredMenu } from '../../platform/db/message-json.ts';
import type { BotFacts, Entry } from './bot.repo.ts';
import type { Decision, Line } from './decision.ts';
import type { BotState } from './state.ts';

/** A decision as rows of the conversation, with what the ticket knows in the places of the variables. */
export function entriesOf(
  facts: BotFacts,
  { lines, state }: Pick<Decision, 'lines' | 'state'>,
  at: Date,
): Entry[] {
  let delayMs = 0;
  return lines
    .flatMap((line): Entry[] => {
      if (line.kind === 'say' && line.from) delayMs = Math.min(delayMs + line.from.delayMs, MAX_DELAY_MS);
      return fitting(facts, entryOf(facts, line, state, at)).map((entry) =>
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
    (body, place, all): Entry => ({
      ...entry,
      id: uuidv7(),
      body,
      mediaType: 'chat',
      mediaId: null,
      // What is offered stands at the end.
      menu: place === all.length - 1 ? entry.menu : null,
    }),
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

function entryOf(facts: BotFacts, line: Line, state: BotState, at: Date): Entry {
  const id = uuidv7();
  const between = { id, mediaId: null, menu: null, state: 'local', notBefore: null } as const;
  if (line.kind === 'note') return { ...between, mediaType: 'note', body: line.text };
  if (line.kind !== 'say') return { ...between, mediaType: 'event', body: JSON.stringify(eventOf(line)) };
  const { file } = line;
  const body = (line.from ? line.text : fillIn(facts, line, at)).trim();
  return {
    id,
    mediaType: file ? mediaKind(file.mime) : 'chat',
    body,
    mediaId: file?.id ?? null,
    menu: menuOf(facts, line, state, at),
    state: 'queued',
    notBefore: null,
  };
}

/** What the customer may tap instead of writing it. */
function menuOf(
  facts: BotFacts,
  { menu, queueId }: Extract<Line, { kind: 'say' }>,
  { answerer, queueId: inQueue, optionId }: BotState,
  at: Date,
): StoredMenu | null {
  if (!menu) return null;
  const { choose, showOptions } = AUTOMATIC_TEXTS[facts.language].bot;
  const fill = (text: string) => fillIn(facts, { text, queueId }, at).trim();
  return {
    lead: fill(menu.lead) || choose,
    button: showOptions,
    place: { answerer, queueId: inQueue, optionId },
    choices: menu.offers.map(({ to, name }) => ({ to, name, label: fill(name) })),
  };
}

function eventOf(line: Exclude<Line, { kind: 'say' | 'note' }>): TicketEvent {
  if (line.kind === 'handedOver') return { ...line, by: null };
  if (line.kind === 'failed' || line.kind === 'cited') return line;
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
