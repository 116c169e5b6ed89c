import type { BotReason } from '@balcao/shared/features/bot/bot-reasons.ts';
import { withNotice } from '@balcao/shared/features/privacy/notice.ts';
import { at, type Decision, handOver, type Offer, say, silent, type TurnContext } from './decision.ts';
import type { Heard } from './heard.ts';
import { type BotFile, type BotScript, levelOf } from './script.ts';

/** A customer who wrote within this time after a menu was still writing: no answer to it was misunderstood. */
const STILL_WRITING_MS = 6_000;

export function showQueues(turn: TurnContext, lead: string, reason: BotReason): Decision {
  const { script, now } = turn;
  const offers = script.queues.map(
    ({ id, name }, index): Offer => ({ sign: index + 1, name, to: { kind: 'queue', id } }),
  );
  const shown = at(turn, { answerer: 'queueMenu', optionId: null, ended: null, menuAt: now });
  return say(shown, [lead || withNotice(script.greeting, script.notice)], null, reason, offers);
}

/** A level with one option asks for words of the customer's own: whatever they are, they lead to it. */
export function showLevel(
  turn: TurnContext,
  optionId: number | null,
  { lead, file = null, reason }: { lead: string; file?: BotFile | null; reason: BotReason },
): Decision {
  const { script, state, now } = turn;
  const level = levelOf(script, state.queueId ?? 0, optionId);
  const named = level.length > 1 ? level : [];
  const offers = [
    ...named.map(
      ({ id, option, title }): Offer => ({ sign: option, name: title, to: { kind: 'option', id } }),
    ),
    ...(optionId === null ? toMainMenu(script) : waysOut(turn)),
  ];
  const shown = at(turn, { answerer: 'optionTree', optionId, ended: null, menuAt: now });
  return say(shown, [lead], file, reason, offers);
}

/** What leads away from a question. */
export const waysOut = ({ script }: TurnContext): Offer[] => [
  { sign: 0, name: script.words.back, to: { kind: 'back' } },
  ...toMainMenu(script),
];

/** Where there is one of queues. */
export const toMainMenu = ({ queues, words }: BotScript): Offer[] =>
  queues.length > 1 ? [{ sign: '#', name: words.mainMenu, to: { kind: 'mainMenu' } }] : [];

/** A menu that nobody asked for counts, up to the number that the connection allows. */
export function unasked(turn: TurnContext, show: (counted: TurnContext) => Decision): Decision {
  const { script, state } = turn;
  if (state.menus >= script.maxMenus) return handOver(turn, 'limit');
  return show(at(turn, { menus: state.menus + 1 }));
}

/** What the customer wrote or tapped chooses nothing: the menu comes again, in its time. */
export function again(
  turn: TurnContext,
  heard: Heard,
  show: (counted: TurnContext, lead: string) => Decision,
): Decision {
  const { script, state, now } = turn;
  const { notUnderstood, optionPassed } = script.words;
  // Whoever taps what stands in the menu has read it, and is not still writing.
  if (heard.kind === 'tap') return unasked(turn, (counted) => show(counted, optionPassed));
  const passed = state.menuAt === null ? Number.POSITIVE_INFINITY : now.getTime() - state.menuAt.getTime();
  if (passed < STILL_WRITING_MS) return silent(turn, 'stillWriting');
  const isOfOldMenu = heard.kind === 'passed';
  if (passed < script.intervalMinutes * 60_000 && !isOfOldMenu) return silent(turn, 'interval');
  const lead = isOfOldMenu ? optionPassed : notUnderstood;
  return unasked(turn, (counted) => show(counted, lead));
}
