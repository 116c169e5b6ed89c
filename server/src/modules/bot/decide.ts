import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { BotReason } from '@balcao/shared/features/bot/bot-reasons.ts';
import type { HandoverCause } from '@balcao/shared/features/ticket-timeline/event.ts';
import { readTaxNumber } from '@balcao/shared/money/tax-number.ts';
import { chooses, type Heard, keyOf } from './heard.ts';
import {
  type BotFile,
  type BotOption,
  type BotQueue,
  type BotScript,
  levelOf,
  type Mind,
  mindOf,
  queueOf,
} from './script.ts';
import { type BotState, FRESH, type Handover, isFinal, leads } from './state.ts';

/** A customer who wrote within this time after a menu was still writing: no answer to it was misunderstood. */
const STILL_WRITING_MS = 6_000;
const HOURS_TOLD_MS = 30 * 60_000;
/** The same message in the same place so often in a row comes from a machine; to a mind that asks, `yes` may be all. */
const MAX_REPEATS = { menu: 4, mind: 12 };
/** No person walks through a menu, or talks to a mind outside, for so long. */
const MAX_ANSWERS = { menu: 40, mind: 100 };

/** Billing systems are slow. */
const BILL_PATIENCE_S = 20;

/** What enters the conversation, in this order. */
export type Line =
  | { kind: 'say'; text: string; file: BotFile | null; queueId: number | null; from?: FromOutside }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; code: ErrorCode }
  | { kind: 'chose'; what: 'queue' | 'option'; name: string }
  | { kind: 'handedOver'; cause: HandoverCause };

/** Words of a mind outside: no variables stand in them, and the customer sees somebody write before them. */
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

interface Turn {
  script: BotScript;
  state: BotState;
  now: Date;
}

/**
 * What follows a customer's message in a ticket that waits. Pure: the same state, message and moment always give the same
 * answer, which is what makes a step safe to repeat after a crash, and to try on the phone of the queue page.
 */
export function decide(turn: Turn, heard: Heard): Decision {
  const { state } = turn;
  if (isFinal(state.ended)) return silent(turn, 'ended');
  const key = `${state.answerer} ${state.queueId} ${state.optionId} ${keyOf(heard)}`;
  const repeats = key === state.heard ? state.repeats + 1 : 0;
  const heardNow = at(turn, { heard: key, repeats });
  const partner = isMind(state) ? 'mind' : 'menu';
  if (repeats >= MAX_REPEATS[partner] || state.answers >= MAX_ANSWERS[partner])
    return handOver(heardNow, 'repeats');
  return answer(heardNow, heard);
}

/** What a mind outside has answered in its turn. */
export interface Outcome {
  said: readonly { text: string; file: BotFile | null; delayMs: number }[];
  /** For the agents alone. */
  note: string | null;
  next:
    | { kind: 'goOn' }
    /** Null: people of the queue that the ticket is in. */
    | { kind: 'people'; cause: 'done' | 'wanted' | 'limit'; queueId: number | null }
    /** Somebody else moves it. */
    | { kind: 'moved' }
    | { kind: 'close' }
    | { kind: 'failed'; code: ErrorCode };
}

/** What follows the answer of a mind outside, in the ticket that is still with it. */
export function conclude(turn: Turn, { said, note, next }: Outcome): Decision {
  const { queueId } = turn.state;
  const words = said.map(
    ({ text, file, delayMs }): Line => ({ kind: 'say', text, file, queueId, from: { delayMs } }),
  );
  const lines: Line[] = [...words, ...(note === null ? [] : [{ kind: 'note', text: note } as const])];
  switch (next.kind) {
    case 'goOn':
      return deciding(turn, 'mind', { lines });
    case 'people': {
      const moved = at(turn, { queueId: next.queueId ?? queueId });
      lines.push({ kind: 'handedOver', cause: next.cause });
      return deciding(resting(moved, 'done'), 'done', { lines });
    }
    case 'moved':
      return deciding(resting(turn, 'done'), 'done', { lines });
    case 'close':
      return deciding(resting(turn, 'done'), 'ending', { lines, closes: true });
    case 'failed':
      lines.push({ kind: 'failed', code: next.code });
      return deciding(resting(turn, 'failed'), 'done', { lines });
  }
}

/** An agent hands the ticket to the bot: it begins in this queue, or with the menu of queues. */
export function start({ script, state, now }: Turn): Decision {
  const turn = { script, state: { ...FRESH, queueId: state.queueId }, now };
  if (!script.isOpen) return tellHours(turn, null);
  const queue = queueOf(script, state.queueId);
  if (queue?.mind) return enterQueue(turn, queue, { greeting: queue.greeting, asked: true });
  return queue ? beginInQueues(turn) : begin(turn);
}

/** A mind begins that somebody has chosen for this ticket. */
export function startMind(turn: Turn, mind: Mind): Decision {
  return asking(at(turn, placeOf(mind)), [], mind, true);
}

const isMind = ({ answerer }: BotState) => answerer === 'prompt' || answerer === 'integration';

function answer(turn: Turn, heard: Heard): Decision {
  const { script, state } = turn;
  if (!script.isOpen) return tellHours(turn, null);
  if (heard.kind === 'mainMenu' && hasMenu(script, state)) return mainMenu(turn);
  const queue = queueOf(script, state.queueId);
  if (queue && !queue.isOpen && state.answerer !== 'queueMenu') return tellHours(turn, queue);
  switch (state.answerer) {
    case 'queueMenu':
      return chooseQueue(turn, heard);
    case 'optionTree':
      return chooseOption(turn, heard);
    case 'prompt':
    case 'integration': {
      const mind = mindOf(script, state);
      return mind ? asking(turn, [], mind, false) : beginAnew(turn);
    }
    case 'bill':
      return takeDocument(turn, heard);
    case 'nobody': {
      const mayBegin = state.ended === null || state.ended === 'closed';
      return mayBegin ? begin(at(turn, { ended: null })) : silent(turn, 'ended');
    }
  }
}

/** What answers on the connection comes before its queues. */
function begin(turn: Turn): Decision {
  const { mind } = turn.script;
  return mind ? asking(at(turn, placeOf(mind)), [], mind, false) : beginInQueues(turn);
}

/** A queue that the ticket is in already speaks for itself; several are offered. */
function beginInQueues(turn: Turn): Decision {
  const { script, state } = turn;
  const queue = queueOf(script, state.queueId) ?? (script.queues.length === 1 ? script.queues[0] : undefined);
  if (queue)
    return enterQueue(turn, queue, { greeting: queue.greeting || onlyGreeting(script), asked: false });
  if (script.queues.length > 1) return unasked(turn, (counted) => showQueues(counted, '', 'queueMenu'));
  if (script.greeting.trim() === '') return silent(turn, 'nothingSet');
  return say(resting(turn, 'done'), [script.greeting], null, 'greeted');
}

/** The menu in which the customer stood is gone: another takes its place, or people do. */
function beginAnew(turn: Turn): Decision {
  const anew = begin(resting(turn, null));
  if (leads(anew.state) || anew.lines.some(({ kind }) => kind === 'handedOver')) return anew;
  return after(anew.lines, { ...handOver({ ...turn, state: anew.state }, 'done'), reason: anew.reason });
}

/** With one queue nobody sees the menu that the connection's greeting belongs to. */
const onlyGreeting = (script: BotScript) => (script.queues.length === 1 ? script.greeting : '');

const hasMenu = (script: BotScript, { queueId }: BotState) =>
  script.queues.length > 1 || levelOf(script, queueId ?? script.queues[0]?.id ?? 0, null).length > 0;

function mainMenu(turn: Turn): Decision {
  const { script, state } = turn;
  const anew = at(turn, { ended: null, optionId: null });
  if (script.queues.length > 1) return unasked(anew, (counted) => showQueues(counted, '', 'mainMenu'));
  const queueId = state.queueId ?? script.queues[0]?.id ?? null;
  if (queueId === null) return silent(turn, 'nothingSet');
  const first = at(anew, { queueId });
  return unasked(first, (counted) => showLevel(counted, null, { lead: '', reason: 'mainMenu' }));
}

function chooseQueue(turn: Turn, heard: Heard): Decision {
  const { queues } = turn.script;
  if (queues.length < 2) return beginAnew(turn);
  const queue =
    queues.find((_, index) => chooses(heard, index + 1, '')) ??
    queues.find(({ name }) => chooses(heard, 0, name));
  if (!queue) return again(turn, (counted, lead) => showQueues(counted, lead, 'notUnderstood'));
  const { greeting } = queue;
  return after(
    [{ kind: 'chose', what: 'queue', name: queue.name }],
    enterQueue(turn, queue, { greeting, asked: true }),
  );
}

/** @param asked the customer chose it, so its menu is an answer and does not count */
function enterQueue(
  turn: Turn,
  queue: BotQueue,
  { greeting, asked }: { greeting: string; asked: boolean },
): Decision {
  const entered = at(turn, { queueId: queue.id, optionId: null });
  if (!queue.isOpen) return tellHours(entered, queue);
  const { file } = queue;
  if (queue.mind) return welcome(entered, queue.mind, saying(entered, [greeting], file), asked);
  if (queue.secondCopy) return askDocument(entered, greeting, file);
  if (levelOf(turn.script, queue.id, null).length > 0) {
    const show = (counted: Turn) =>
      showLevel(counted, null, { lead: greeting, file, reason: asked ? 'queueChosen' : 'options' });
    return asked ? show(entered) : unasked(entered, show);
  }
  if (!asked && greeting.trim() === '' && !file) return silent(turn, 'nothingSet');
  return say(resting(entered, 'done'), [greeting], file, asked ? 'queueChosen' : 'greeted');
}

/** @param asked the customer chose the queue, which was no question to an AI: that waits for one, once it has greeted */
function welcome(turn: Turn, mind: Mind, lines: Line[], asked: boolean): Decision {
  const within = at(turn, placeOf(mind));
  const isGreeted = asked && mind.kind === 'prompt' && lines.length > 0;
  if (!isGreeted) return asking(within, lines, mind, asked);
  return counted(deciding(within, 'queueChosen', { lines }), lines);
}

const placeOf = ({ kind, id }: Mind): Partial<BotState> => ({
  answerer: kind,
  optionId: null,
  ended: null,
  promptId: kind === 'prompt' ? id : null,
  integrationId: kind === 'integration' ? id : null,
});

function asking(turn: Turn, lines: Line[], mind: Mind, opens: boolean): Decision {
  const { state } = at(turn, { answers: turn.state.answers + 1 });
  const waitSeconds = opens ? 0 : mind.waitSeconds;
  return deciding({ ...turn, state }, 'mind', {
    lines,
    ask: { answerer: mind.kind, waitSeconds, patienceSeconds: mind.patienceSeconds, opens },
  });
}

/** The option that led here stays behind: `0` shows its level again. */
function askDocument(turn: Turn, lead: string, file: BotFile | null): Decision {
  const { askDocument: question } = turn.script.words;
  return say(
    at(turn, { answerer: 'bill', ended: null }),
    [lead, question, waysOut(turn)],
    file,
    'documentAsked',
  );
}

function takeDocument(turn: Turn, heard: Heard): Decision {
  const { script, state } = turn;
  const { words } = script;
  if (heard.kind === 'back') {
    const hasLevel = levelOf(script, state.queueId ?? 0, state.optionId).length > 0;
    if (hasLevel) return showLevel(turn, state.optionId, { lead: '', reason: 'levelUp' });
    return script.queues.length > 1 ? mainMenu(turn) : handOver(turn, 'done');
  }
  const document = heard.kind === 'words' ? readTaxNumber(heard.words) : null;
  if (!document)
    return unasked(turn, (counting) =>
      say(counting, [words.documentInvalid, waysOut(turn)], null, 'documentInvalid'),
    );
  const searching = say(turn, [words.lookingForBills], null, 'billAsked');
  return {
    ...searching,
    ask: { answerer: 'bill', waitSeconds: 0, patienceSeconds: BILL_PATIENCE_S, opens: false },
  };
}

/** The lines that lead away from a question. */
function waysOut({ script }: Turn): string {
  const lines = [`[ 0 ] - ${script.words.back}`];
  if (script.queues.length > 1) lines.push(`[ # ] - ${script.words.mainMenu}`);
  return lines.join('\n');
}

function chooseOption(turn: Turn, heard: Heard): Decision {
  const { script, state } = turn;
  const queueId = state.queueId ?? 0;
  // Where the customer stands may be gone: the first level takes its place, or the menu that leads to a queue.
  const here = levelOf(script, queueId, state.optionId);
  const level = here.length > 0 ? here : levelOf(script, queueId, null);
  if (level.length === 0) return beginAnew(turn);
  const standing = here.length > 0 ? turn : at(turn, { optionId: null });
  if (heard.kind === 'back') return goBack(standing);
  const [only] = level;
  const chosen =
    level.length === 1 && only
      ? only
      : (level.find(({ option }) => chooses(heard, option, '')) ??
        level.find(({ title }) => chooses(heard, 0, title)));
  if (chosen) return takeOption(standing, chosen);
  return again(standing, (counted, lead) =>
    showLevel(counted, standing.state.optionId, { lead, reason: 'notUnderstood' }),
  );
}

function goBack(turn: Turn): Decision {
  const { script, state } = turn;
  if (state.optionId === null) {
    if (script.queues.length > 1) return mainMenu(turn);
    return again(turn, (counted) => showLevel(counted, null, { lead: '', reason: 'levelUp' }));
  }
  const parentId = script.options.find(({ id }) => id === state.optionId)?.parentId ?? null;
  return showLevel(turn, parentId, { lead: '', reason: 'levelUp' });
}

function takeOption(turn: Turn, chosen: BotOption): Decision {
  const chose: Line = { kind: 'chose', what: 'option', name: chosen.title };
  const { message, file } = chosen;
  if (levelOf(turn.script, chosen.queueId, chosen.id).length > 0)
    return after([chose], showLevel(turn, chosen.id, { lead: message, file, reason: 'options' }));
  const said = [chose, ...saying(turn, [message], file)];
  const target = chosen.action === 'queue' ? queueOf(turn.script, chosen.forwardQueueId) : undefined;
  if (target) {
    const { reason: _, ...entered } = enterQueue(turn, target, { greeting: target.greeting, asked: true });
    return after(said, counted({ ...entered, reason: 'forwarded' }, said));
  }
  if (chosen.action === 'bill') return after([chose], askDocument(turn, message, file));
  if (chosen.action === 'close')
    return counted(deciding(resting(turn, 'done'), 'ending', { lines: said, closes: true }), said);
  return after(said, counted({ ...handOver(turn, 'done'), reason: 'leaf' }, said));
}

function showQueues(turn: Turn, lead: string, reason: BotReason): Decision {
  const { script, now } = turn;
  const lines = script.queues.map(({ name }, index) => menuLine(index + 1, name)).join('\n');
  const shown = at(turn, { answerer: 'queueMenu', optionId: null, ended: null, menuAt: now });
  return say(shown, [lead || script.greeting, lines], null, reason);
}

/** A level with one option asks for words of the customer's own: whatever they are, they lead to it. */
function showLevel(
  turn: Turn,
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

/** Out of hours the ticket waits for people, and the customer hears it once in a while. */
function tellHours(turn: Turn, queue: BotQueue | null): Decision {
  const { script, state, now } = turn;
  const isFirst = state.ended === null;
  const rested = resting(turn, state.ended ?? 'closed');
  const handed: Line[] = isFirst ? [{ kind: 'handedOver', cause: 'closed' }] : [];
  const place = queue?.id ?? null;
  const told = state.hoursToldAt;
  const isTold =
    told !== null && state.hoursToldQueueId === place && now.getTime() - told.getTime() < HOURS_TOLD_MS;
  const text = queue?.outOfHours || script.outOfHours;
  if (isTold || text.trim() === '')
    return deciding(rested, isTold ? 'closedTold' : 'closedSilent', { lines: handed });
  const offer = queue && script.queues.length > 1 ? `[ # ] - ${script.words.mainMenu}` : '';
  const telling = at(rested, { hoursToldAt: now, hoursToldQueueId: place });
  const said = say(telling, [text, offer], null, queue ? 'queueClosed' : 'closed');
  return { ...said, lines: [...said.lines, ...handed] };
}

/** A menu that nobody asked for counts, up to the number that the connection allows. */
function unasked(turn: Turn, show: (counted: Turn) => Decision): Decision {
  const { script, state } = turn;
  if (state.menus >= script.maxMenus) return handOver(turn, 'limit');
  return show(at(turn, { menus: state.menus + 1 }));
}

/** What the customer wrote chooses nothing: the menu comes again, in its time. */
function again(turn: Turn, show: (counted: Turn, lead: string) => Decision): Decision {
  const { script, state, now } = turn;
  const passed = state.menuAt === null ? Number.POSITIVE_INFINITY : now.getTime() - state.menuAt.getTime();
  if (passed < STILL_WRITING_MS) return silent(turn, 'stillWriting');
  if (passed < script.intervalMinutes * 60_000) return silent(turn, 'interval');
  return unasked(turn, (counted) => show(counted, script.words.notUnderstood));
}

function handOver(turn: Turn, cause: Handover): Decision {
  return deciding(resting(turn, cause), cause, { lines: [{ kind: 'handedOver', cause }] });
}

/** Whoever leaves a mind outside forgets which one it was. */
function at(turn: Turn, change: Partial<BotState>): Turn {
  const state = { ...turn.state, ...change };
  return { ...turn, state: isMind(state) ? state : { ...state, promptId: null, integrationId: null } };
}

const resting = (turn: Turn, ended: BotState['ended']): Turn =>
  at(turn, { answerer: 'nobody', optionId: null, ended });

const deciding = ({ state }: Turn, reason: BotReason, more: Partial<Decision> = {}): Decision => ({
  state,
  lines: [],
  closes: false,
  ask: null,
  ...more,
  reason,
});

const silent = (turn: Turn, reason: BotReason): Decision => deciding(turn, reason);

/** The parts of a text, one below the other, and its file behind it. */
function saying({ state }: Turn, parts: readonly string[], file: BotFile | null): Line[] {
  const { queueId } = state;
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  return [
    ...(text === '' ? [] : [{ kind: 'say', text, file: null, queueId } as const]),
    ...(file ? [{ kind: 'say', text: '', file, queueId } as const] : []),
  ];
}

function say(turn: Turn, parts: readonly string[], file: BotFile | null, reason: BotReason): Decision {
  const lines = saying(turn, parts, file);
  return counted(deciding(turn, reason, { lines }), lines);
}

const after = (lines: Line[], decision: Decision): Decision => ({
  ...decision,
  lines: [...lines, ...decision.lines],
});

/** One answer, however many lines it has. */
const counted = (decision: Decision, lines: readonly Line[]): Decision =>
  lines.some(({ kind }) => kind === 'say')
    ? { ...decision, state: { ...decision.state, answers: decision.state.answers + 1 } }
    : decision;
