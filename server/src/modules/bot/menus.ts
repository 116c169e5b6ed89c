import type { BotReason } from '@balcao/shared/features/bot/bot-reasons.ts';
import { at, type Decision, handOver, say, silent, type TurnContext } from './decision.ts';
import { type BotFile, levelOf } from './script.ts';

/** A customer who wrote within this time after a menu was still writing: no answer to it was misunderstood. */
const STILL_WRITING_MS = 6_000;

export function showQueues(turn: TurnContext, lead: string, reason: BotReason): Decision {
  const { script, now } = turn;
  const lines = script.queues.map(({ name }, index) => menuLine(index + 1, name)).join('\n');
  const shown = at(turn, { answerer: 'queueMenu', optionId: null, ended: null, menuAt: now });
  return say(shown, [lead || script.greeting, lines], null, reason);
}

/** A level with one option asks for words of the customer's own: whatever they are, they lead to it. */
export function showLevel(
  turn: TurnContext,
  optionId: number | null,
  { lead, file = null, reason }: { lead: string; file?: BotFile | null; reason: BotReason },
): Decision {
  const { script, state, now } = turn;
  const { words, queues } = script;
  const level = levelOf(script, state.queueId ?? 0, optionId);
  const lines = level.length > 1 ? level.map(({ option, title }) => menuLine(option, title)) : [];
  if (optionId !== null) lines.push(`[ 0 ] - ${words.back}`);
  if (queues.length > 1) lines.push(`[ # ] - ${words.mainMenu}`);
  const shown = at(turn, { answerer: 'optionTree', optionId, ended: null, menuAt: now });
  return say(shown, [lead, lines.join('\n')], file, reason);
}

const menuLine = (number: number, name: string) => `[ ${number} ] - ${name}`;

/** The lines that lead away from a question. */
export function waysOut({ script }: TurnContext): string {
  const lines = [`[ 0 ] - ${script.words.back}`];
  if (script.queues.length > 1) lines.push(`[ # ] - ${script.words.mainMenu}`);
  return lines.join('\n');
}

/** A menu that nobody asked for counts, up to the number that the connection allows. */
export function unasked(turn: TurnContext, show: (counted: TurnContext) => Decision): Decision {
  const { script, state } = turn;
  if (state.menus >= script.maxMenus) return handOver(turn, 'limit');
  return show(at(turn, { menus: state.menus + 1 }));
}

/** What the customer wrote chooses nothing: the menu comes again, in its time. */
export function again(turn: TurnContext, show: (counted: TurnContext, lead: string) => Decision): Decision {
  const { script, state, now } = turn;
  const passed = state.menuAt === null ? Number.POSITIVE_INFINITY : now.getTime() - state.menuAt.getTime();
  if (passed < STILL_WRITING_MS) return silent(turn, 'stillWriting');
  if (passed < script.intervalMinutes * 60_000) return silent(turn, 'interval');
  return unasked(turn, (counted) => show(counted, script.words.notUnderstood));
}
