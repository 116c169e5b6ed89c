import type { ErrorCode } from '@balcao/shared/errors.ts';
import { withNotice } from '@balcao/shared/features/privacy/notice.ts';
import { readTaxNumber } from '@balcao/shared/money/tax-number.ts';
import { chosenOf } from './choice.ts';
import {
  after,
  at,
  counted,
  type Decision,
  deciding,
  handOver,
  isResponder,
  type Line,
  resting,
  say,
  saying,
  silent,
  type TurnContext,
} from './decision.ts';
import { type Heard, keyOf } from './heard.ts';
import { again, showLevel, showQueues, toMainMenu, unasked, waysOut } from './menus.ts';
import {
  type BotFile,
  type BotOption,
  type BotQueue,
  type BotScript,
  levelOf,
  queueOf,
  type Responder,
  responderOf,
} from './script.ts';
import { type BotState, FRESH, isFinal, leads } from './state.ts';

const HOURS_TOLD_MS = 30 * 60_000;
/**
 * The same message in the same place so often in a row comes from a machine; to a responder that asks, `yes` may be
 * all.
 */
const MAX_REPEATS = { menu: 4, responder: 12 };
/** No person walks through a menu, or talks to a responder, for so long. */
const MAX_ANSWERS = { menu: 40, responder: 100 };

/** Billing systems are slow. */
const BILL_PATIENCE_S = 20;

/**
 * What follows a customer's message in a ticket that waits. Pure: the same state, message and moment always give the same
 * answer, which is what makes a step safe to repeat after a crash, and to try on the phone of the queue page.
 */
export function decide(turn: TurnContext, heard: Heard): Decision {
  const { state } = turn;
  if (isFinal(state.ended)) return silent(turn, 'ended');
  const key = `${state.answerer} ${state.queueId} ${state.optionId} ${keyOf(heard)}`;
  const repeats = key === state.heard ? state.repeats + 1 : 0;
  const heardNow = at(turn, { heard: key, repeats });
  const partner = isResponder(state) ? 'responder' : 'menu';
  if (repeats >= MAX_REPEATS[partner] || state.answers >= MAX_ANSWERS[partner])
    return handOver(heardNow, 'repeats');
  return state.ended === 'placed' ? answerUnplaced(heardNow, heard) : answer(heardNow, heard);
}

/** What a responder has answered in its turn. */
export interface Outcome {
  said: readonly { text: string; file: BotFile | null; delayMs: number }[];
  /** The articles that the words rest on. */
  cited?: Extract<Line, { kind: 'cited' }>['articles'];
  /** Words for the agents alone. */
  note: string | null;
  next:
    | { kind: 'goOn' }
    /** Null: people of the queue that the ticket is in. */
    | { kind: 'people'; cause: 'done' | 'wanted' | 'noSource' | 'limit'; queueId: number | null }
    /** Somebody else moves it. */
    | { kind: 'moved' }
    | { kind: 'close' }
    | { kind: 'failed'; code: ErrorCode };
}

/** What follows the answer of a responder, in the ticket that is still with it. */
export function conclude(turn: TurnContext, { said, cited = [], note, next }: Outcome): Decision {
  const { queueId } = turn.state;
  const words = said.map(
    ({ text, file, delayMs }): Line => ({ kind: 'say', text, file, queueId, from: { delayMs } }),
  );
  const rests: Line[] = cited.length > 0 ? [{ kind: 'cited', articles: cited }] : [];
  const lines: Line[] = [
    ...words,
    ...rests,
    ...(note === null ? [] : [{ kind: 'note', text: note } as const]),
  ];
  switch (next.kind) {
    case 'goOn':
      return deciding(turn, 'responder', { lines });
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
export function start({ script, state, now }: TurnContext): Decision {
  const turn = { script, state: { ...FRESH, queueId: state.queueId }, now };
  if (!script.isOpen) return tellHours(turn, null);
  const queue = queueOf(script, state.queueId);
  if (queue?.responder) return enterQueue(turn, queue, { greeting: queue.greeting, asked: true });
  return queue ? beginInQueues(turn) : begin(turn);
}

/** A responder begins that somebody has chosen for this ticket. */
export function startResponder(turn: TurnContext, responder: Responder): Decision {
  return asking(at(turn, placeOf(responder)), [], responder, true);
}

/** As if the ticket had no queue; those who look after it go on seeing the ticket, until another is chosen. */
function answerUnplaced(turn: TurnContext, heard: Heard): Decision {
  const decision = answer(at(turn, { queueId: null, ended: 'closed' }), heard);
  const { state } = decision;
  if (state.queueId !== null) return decision;
  const ended = state.ended === 'closed' || (state.ended === null && !leads(state)) ? 'placed' : state.ended;
  return { ...decision, state: { ...state, queueId: turn.state.queueId, ended } };
}

function answer(turn: TurnContext, heard: Heard): Decision {
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
      const responder = responderOf(script, state);
      return responder ? asking(turn, [], responder, false) : beginAnew(turn);
    }
    case 'bill':
      return takeDocument(turn, heard);
    case 'nobody': {
      const mayBegin = state.ended === null || state.ended === 'closed';
      return mayBegin ? begin(at(turn, { ended: null })) : silent(turn, 'ended');
    }
  }
}

/** What answers on the connection comes before its queues, and greets in its own words: the company's notice goes first. */
function begin(turn: TurnContext): Decision {
  const { responder, notice } = turn.script;
  if (!responder) return beginInQueues(turn);
  const placed = at(turn, placeOf(responder));
  return asking(placed, saying(placed, [notice], null), responder, false);
}

/** A queue that the ticket is in already speaks for itself; several are offered. */
function beginInQueues(turn: TurnContext): Decision {
  const { script, state } = turn;
  const queue = queueOf(script, state.queueId) ?? (script.queues.length === 1 ? script.queues[0] : undefined);
  if (queue)
    return enterQueue(turn, queue, {
      greeting: withNotice(queue.greeting || onlyGreeting(script), script.notice),
      asked: false,
    });
  if (script.queues.length > 1) return unasked(turn, (counted) => showQueues(counted, '', 'queueMenu'));
  const greeting = withNotice(script.greeting, script.notice);
  if (greeting === '') return silent(turn, 'nothingSet');
  return say(resting(turn, 'done'), [greeting], null, 'greeted');
}

/** The menu in which the customer stood is gone: another takes its place, or people do. */
function beginAnew(turn: TurnContext): Decision {
  const anew = begin(resting(turn, null));
  if (leads(anew.state) || anew.lines.some(({ kind }) => kind === 'handedOver')) return anew;
  return after(anew.lines, { ...handOver({ ...turn, state: anew.state }, 'done'), reason: anew.reason });
}

/** With one queue nobody sees the menu that the connection's greeting belongs to. */
const onlyGreeting = (script: BotScript) => (script.queues.length === 1 ? script.greeting : '');

const hasMenu = (script: BotScript, { queueId }: BotState) =>
  script.queues.length > 1 || levelOf(script, queueId ?? script.queues[0]?.id ?? 0, null).length > 0;

function mainMenu(turn: TurnContext): Decision {
  const { script, state } = turn;
  const anew = at(turn, { ended: null, optionId: null });
  if (script.queues.length > 1) return unasked(anew, (counted) => showQueues(counted, '', 'mainMenu'));
  const queueId = state.queueId ?? script.queues[0]?.id ?? null;
  if (queueId === null) return silent(turn, 'nothingSet');
  const first = at(anew, { queueId });
  return unasked(first, (counted) => showLevel(counted, null, { lead: '', reason: 'mainMenu' }));
}

function chooseQueue(turn: TurnContext, heard: Heard): Decision {
  const { queues, language } = turn.script;
  if (queues.length < 2) return beginAnew(turn);
  const menu = queues.map((queue, index) => ({
    id: queue.id,
    number: index + 1,
    name: queue.name,
    queue,
  }));
  const chosen = chosenOf(heard, menu, language);
  if (!chosen) return again(turn, heard, (counted, lead) => showQueues(counted, lead, 'notUnderstood'));
  const { queue } = chosen.choice;
  return after(
    [{ kind: 'chose', what: 'queue', name: queue.name, read: chosen.read }],
    enterQueue(turn, queue, { greeting: queue.greeting, asked: true }),
  );
}

/** @param asked the customer chose it, so its menu is an answer and does not count */
function enterQueue(
  turn: TurnContext,
  queue: BotQueue,
  { greeting, asked }: { greeting: string; asked: boolean },
): Decision {
  const entered = at(turn, { queueId: queue.id, optionId: null });
  if (!queue.isOpen) return tellHours(entered, queue);
  const { file } = queue;
  if (queue.responder) return welcome(entered, queue.responder, saying(entered, [greeting], file), asked);
  if (queue.secondCopy) return askDocument(entered, greeting, file);
  if (levelOf(turn.script, queue.id, null).length > 0) {
    const show = (counted: TurnContext) =>
      showLevel(counted, null, { lead: greeting, file, reason: asked ? 'queueChosen' : 'options' });
    return asked ? show(entered) : unasked(entered, show);
  }
  if (!asked && greeting.trim() === '' && !file) return silent(turn, 'nothingSet');
  return say(resting(entered, 'done'), [greeting], file, asked ? 'queueChosen' : 'greeted');
}

/** @param asked the customer chose the queue, which was no question to an AI: that waits for one, once it has greeted */
function welcome(turn: TurnContext, responder: Responder, lines: Line[], asked: boolean): Decision {
  const within = at(turn, placeOf(responder));
  const isGreeted = asked && responder.kind === 'prompt' && lines.length > 0;
  if (!isGreeted) return asking(within, lines, responder, asked);
  return counted(deciding(within, 'queueChosen', { lines }), lines);
}

const placeOf = ({ kind, id }: Responder): Partial<BotState> => ({
  answerer: kind,
  optionId: null,
  ended: null,
  promptId: kind === 'prompt' ? id : null,
  integrationId: kind === 'integration' ? id : null,
});

function asking(turn: TurnContext, lines: Line[], responder: Responder, opens: boolean): Decision {
  const { state } = at(turn, { answers: turn.state.answers + 1 });
  const waitSeconds = opens ? 0 : responder.waitSeconds;
  return deciding({ ...turn, state }, 'responder', {
    lines,
    ask: { answerer: responder.kind, waitSeconds, patienceSeconds: responder.patienceSeconds, opens },
  });
}

/** The option that led here stays behind: `0` shows its level again. */
function askDocument(turn: TurnContext, lead: string, file: BotFile | null): Decision {
  const { askDocument: question } = turn.script.words;
  return say(
    at(turn, { answerer: 'bill', ended: null }),
    [lead, question],
    file,
    'documentAsked',
    waysOut(turn),
  );
}

function takeDocument(turn: TurnContext, heard: Heard): Decision {
  const { script, state } = turn;
  const { words } = script;
  if (heard.kind === 'back') {
    const hasLevel = levelOf(script, state.queueId ?? 0, state.optionId).length > 0;
    if (hasLevel) return showLevel(turn, state.optionId, { lead: '', reason: 'levelUp' });
    return script.queues.length > 1 ? mainMenu(turn) : handOver(turn, 'done');
  }
  const document = heard.kind === 'words' ? readTaxNumber(heard.words) : null;
  if (!document) {
    const isTapped = heard.kind === 'tap' || heard.kind === 'passed';
    const lead = isTapped ? [words.optionPassed, words.askDocument] : [words.documentInvalid];
    return unasked(turn, (counting) =>
      say(counting, lead, null, isTapped ? 'documentAsked' : 'documentInvalid', waysOut(turn)),
    );
  }
  const searching = say(turn, [words.lookingForBills], null, 'billAsked');
  return {
    ...searching,
    ask: { answerer: 'bill', waitSeconds: 0, patienceSeconds: BILL_PATIENCE_S, opens: false },
  };
}

function chooseOption(turn: TurnContext, heard: Heard): Decision {
  const { script, state } = turn;
  const queueId = state.queueId ?? 0;
  // Where the customer stands may be gone: the first level takes its place, or the menu that leads to a queue.
  const here = levelOf(script, queueId, state.optionId);
  const level = here.length > 0 ? here : levelOf(script, queueId, null);
  if (level.length === 0) return beginAnew(turn);
  const standing = here.length > 0 ? turn : at(turn, { optionId: null });
  if (heard.kind === 'back') return goBack(standing);
  const [only] = level;
  // A level with one option asks for words of the customer's own.
  const isTapped = heard.kind === 'tap' || heard.kind === 'passed';
  if (level.length === 1 && only && !isTapped) return takeOption(standing, only, null);
  const menu = level.map((option) => ({
    id: option.id,
    number: option.option,
    name: option.title,
    option,
  }));
  const chosen = chosenOf(heard, menu, script.language);
  if (chosen) return takeOption(standing, chosen.choice.option, chosen.read);
  return again(standing, heard, (counted, lead) =>
    showLevel(counted, standing.state.optionId, { lead, reason: 'notUnderstood' }),
  );
}

function goBack(turn: TurnContext): Decision {
  const { script, state } = turn;
  if (state.optionId === null) {
    if (script.queues.length > 1) return mainMenu(turn);
    return again(turn, { kind: 'back' }, (counted) =>
      showLevel(counted, null, { lead: '', reason: 'levelUp' }),
    );
  }
  const parentId = script.options.find(({ id }) => id === state.optionId)?.parentId ?? null;
  return showLevel(turn, parentId, { lead: '', reason: 'levelUp' });
}

function takeOption(turn: TurnContext, chosen: BotOption, read: string | null): Decision {
  const chose: Line = { kind: 'chose', what: 'option', name: chosen.title, read };
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

/** Out of hours the ticket waits for people, and the customer hears it once in a while. */
function tellHours(turn: TurnContext, queue: BotQueue | null): Decision {
  const { script, state, now } = turn;
  const isFirst = state.ended === null;
  const rested = resting(turn, state.ended ?? 'closed');
  const handed: Line[] = isFirst ? [{ kind: 'handedOver', cause: 'closed' }] : [];
  const place = queue?.id ?? null;
  const told = state.hoursToldAt;
  const isTold =
    told !== null && state.hoursToldQueueId === place && now.getTime() - told.getTime() < HOURS_TOLD_MS;
  const words = queue?.outOfHours || script.outOfHours;
  if (isTold || words.trim() === '')
    return deciding(rested, isTold ? 'closedTold' : 'closedSilent', { lines: handed });
  const offers = queue ? toMainMenu(script) : [];
  const telling = at(rested, { hoursToldAt: now, hoursToldQueueId: place });
  // Whoever comes out of hours is greeted by these words.
  const text = isFirst ? withNotice(words, script.notice) : words;
  const said = say(telling, [text], null, queue ? 'queueClosed' : 'closed', offers);
  return { ...said, lines: [...said.lines, ...handed] };
}
