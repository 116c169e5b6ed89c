import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { BotReason } from '@balcao/shared/features/bot/bot-reasons.ts';
import type { HandoverCause, TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { MenuTarget } from '../../platform/db/message-json.ts';
import type { BotFile, BotScript } from './script.ts';
import type { BotState, Handover } from './state.ts';

/** What enters the conversation, in this order. */
export type Line =
  | {
      kind: 'say';
      text: string;
      file: BotFile | null;
      queueId: number | null;
      from?: FromOutside;
      menu?: LineMenu;
    }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; code: ErrorCode }
  /** `read`: the words of a message that say so; null: all of it does. */
  | { kind: 'chose'; what: 'queue' | 'option'; name: string; read: string | null }
  | Extract<TicketEvent, { kind: 'cited' }>
  | { kind: 'handedOver'; cause: HandoverCause };

/** What stands in a menu: the sign that chooses it, and what it is called. */
export interface Offer {
  sign: number | string;
  name: string;
  to: MenuTarget;
}

/** A line that is a menu: its text is the lead with the offers below. */
interface LineMenu {
  lead: string;
  offers: readonly Offer[];
}

/** Words of a responder: no variables stand in them, and the customer sees somebody write before them. */
interface FromOutside {
  delayMs: number;
}

export interface Decision {
  state: BotState;
  lines: Line[];
  /** The bot ends the ticket. */
  closes: boolean;
  /** Who is asked, and answers later. */
  ask: Ask | null;
  reason: BotReason;
}

export interface Ask {
  answerer: 'prompt' | 'integration' | 'bill';
  /** Seconds in which further messages belong to the same turn, and after which people are called. */
  waitSeconds: number;
  patienceSeconds: number;
  /** It speaks first: what the customer wrote before was not meant for it. */
  opens: boolean;
}

/** What a decision in a turn of the dialogue stands on: what is set, where the customer stands, and the moment. */
export interface TurnContext {
  script: BotScript;
  state: BotState;
  now: Date;
}

export const isResponder = ({ answerer }: BotState) => answerer === 'prompt' || answerer === 'integration';

export function handOver(turn: TurnContext, cause: Handover): Decision {
  return deciding(resting(turn, cause), cause, { lines: [{ kind: 'handedOver', cause }] });
}

/** Whoever leaves a responder forgets which one it was. */
export function at(turn: TurnContext, change: Partial<BotState>): TurnContext {
  const state = { ...turn.state, ...change };
  return { ...turn, state: isResponder(state) ? state : { ...state, promptId: null, integrationId: null } };
}

export const resting = (turn: TurnContext, ended: BotState['ended']): TurnContext =>
  at(turn, { answerer: 'nobody', optionId: null, ended });

export const deciding = (
  { state }: TurnContext,
  reason: BotReason,
  more: Partial<Decision> = {},
): Decision => ({
  state,
  lines: [],
  closes: false,
  ask: null,
  ...more,
  reason,
});

export const silent = (turn: TurnContext, reason: BotReason): Decision => deciding(turn, reason);

/** The parts of a text, one below the other, what is offered below them, and its file behind it. */
export function saying(
  { state }: TurnContext,
  parts: readonly string[],
  file: BotFile | null,
  offers: readonly Offer[] = [],
): Line[] {
  const { queueId } = state;
  const lead = paragraphs(parts);
  const text = paragraphs([lead, offers.map(({ sign, name }) => `[ ${sign} ] - ${name}`).join('\n')]);
  const menu = offers.length > 0 ? { menu: { lead, offers } } : {};
  return [
    ...(text === '' ? [] : [{ kind: 'say', text, file: null, queueId, ...menu } as const]),
    ...(file ? [{ kind: 'say', text: '', file, queueId } as const] : []),
  ];
}

const paragraphs = (parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join('\n\n');

export function say(
  turn: TurnContext,
  parts: readonly string[],
  file: BotFile | null,
  reason: BotReason,
  offers: readonly Offer[] = [],
): Decision {
  const lines = saying(turn, parts, file, offers);
  return counted(deciding(turn, reason, { lines }), lines);
}

export const after = (lines: Line[], decision: Decision): Decision => ({
  ...decision,
  lines: [...lines, ...decision.lines],
});

/** One answer, however many lines it has. */
export const counted = (decision: Decision, lines: readonly Line[]): Decision =>
  lines.some(({ kind }) => kind === 'say')
    ? { ...decision, state: { ...decision.state, answers: decision.state.answers + 1 } }
    : decision;
