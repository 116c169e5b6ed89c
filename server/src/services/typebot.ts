import { z } from 'zod';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Limits, Outside } from './outside.ts';
import type { Reply, Said, Wish } from './reply.ts';
import { saidBy, type TypebotBubble, textSaid } from './typebot-bubble.ts';
import { readCommand } from './typebot-command.ts';
import { answerTo, linesOf, type TypebotAnswer, type TypebotInput, typebotInput } from './typebot-input.ts';
import { createViewer, type TypebotAction, type TypebotSteps, type Viewer } from './typebot-viewer.ts';

/** What a flow must be told again. It is stored as JSON. */
export const typebotSession = z.object({
  id: z.string(),
  /** What it has asked last; null: it waits for another program. */
  input: typebotInput.nullable(),
});
export type TypebotSession = z.output<typeof typebotSession>;

export interface TypebotSettings {
  /** The viewer's address. */
  baseUrl: string;
  /** The public id of the flow. */
  slug: string;
  /** How long somebody is seen writing before each bubble. */
  delayMs: number;
  /** Said for an answer that is none; '': what the flow itself says of it. */
  unknownMessage: string;
}

/** @property timeoutMs of the turn as a whole */
export interface TypebotTurn extends Limits {
  /** Null: the flow begins. */
  session: TypebotSession | null;
  /** What the customer has written. */
  text: string;
  /** What the flow may know of the customer, by the names of its variables. */
  variables: Record<string, string | number>;
  /** Hears of mistakes in the flow that customers do not see. */
  warn?: (problem: string) => void;
}

/** Answers of the program itself, one after the other, without a word of the customer. */
const MAX_ROUNDS = 20;
const MAX_SAID = 50;
const MAX_WAIT_MS = 10_000;
/** Requests that a flow leaves to the browser are not made from here: they would come from our own network. */
const NO_REQUEST: TypebotAnswer = { text: JSON.stringify({ statusCode: 501, data: {} }) };

/** Where a flow has stopped. */
type Stop = { wish: Wish } | { input: TypebotInput | null };

/** One turn of a flow of Typebot: what it says to what the customer has written. Throws OutsideError. */
export async function runTypebot(
  outside: Outside,
  settings: TypebotSettings,
  turn: TypebotTurn,
): Promise<Reply<TypebotSession>> {
  const viewer = createViewer(outside, settings, turn);
  const { session } = turn;
  if (session === null) return begin(viewer, settings, turn);
  const { id, input } = session;
  const talk = createTalk(viewer, settings, turn, id);
  const answer = input && answerTo(input, turn.text);
  // The viewer takes any number that is not too high for a rating.
  if (answer === null && input?.kind === 'rating') {
    talk.say(textSaid(settings.unknownMessage));
    return talk.end({ input });
  }
  try {
    // What a wrong answer leads to is the flow's to say.
    return talk.end(await talk.follow(await viewer.continue(id, answer ?? words(turn.text))));
  } catch (error) {
    if (!isLost(error)) throw error;
    return begin(viewer, settings, turn);
  }
}

/** The first message is an answer only where the flow asks before it says anything. */
async function begin(
  viewer: Viewer,
  settings: TypebotSettings,
  turn: TypebotTurn,
): Promise<Reply<TypebotSession>> {
  const { sessionId, ...steps } = await viewer.start(turn.variables);
  const talk = createTalk(viewer, settings, turn, sessionId);
  const stop = await talk.follow(steps);
  const asked = 'input' in stop && talk.isSilent() ? stop.input : null;
  const answer = asked && words(turn.text) && answerTo(asked, turn.text);
  return talk.end(answer ? await talk.follow(await viewer.continue(sessionId, answer)) : stop);
}

const words = (text: string): TypebotAnswer | null => (text.trim() === '' ? null : { text: text.trim() });

/** The session is gone, or where it stood in the flow is: it was published anew. */
const isLost = (error: unknown): boolean =>
  error instanceof OutsideError &&
  (error.status === 404 || (error.status === 500 && /not found|is not set/i.test(error.message)));

/** One turn as it goes on. */
interface Talk {
  say(said: Said | null): void;
  isSilent(): boolean;
  /** Hears these steps, and those that come without the customer. */
  follow(steps: TypebotSteps): Promise<Stop>;
  end(stop: Stop): Reply<TypebotSession>;
}

function createTalk(viewer: Viewer, settings: TypebotSettings, turn: TypebotTurn, sessionId: string): Talk {
  const speech = createSpeech(settings.delayMs);
  return {
    say: speech.say,
    isSilent: () => speech.said.length === 0,
    async follow(first) {
      let steps = first;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const stop = hear(steps, speech, settings, turn);
        if (!('reply' in stop)) return stop;
        steps = await viewer.continue(sessionId, stop.reply);
      }
      throw new OutsideError('nonsense', `the flow goes on by itself after ${MAX_ROUNDS} rounds`);
    },
    end(stop) {
      if ('wish' in stop) return { said: speech.said, wish: stop.wish, session: null };
      if (stop.input) speech.say(textSaid(linesOf(stop.input)));
      return { said: speech.said, wish: null, session: { id: sessionId, input: stop.input } };
    },
  };
}

interface Speech {
  said: Said[];
  say(said: Said | null): void;
  /** Somebody is seen writing for so much longer before what follows. */
  wait(seconds: number): void;
}

function createSpeech(delayMs: number): Speech {
  const said: Said[] = [];
  let waitMs = 0;
  return {
    said,
    say(one) {
      if (one === null) return;
      if (said.length === MAX_SAID)
        throw new OutsideError('nonsense', `the flow says more than ${MAX_SAID} things`);
      said.push({ ...one, delayMs: delayMs + waitMs });
      waitMs = 0;
    },
    wait(seconds) {
      waitMs = Math.min(waitMs + seconds * 1000, MAX_WAIT_MS);
    },
  };
}

/** Says what these steps say. @returns where the flow stops; or what it is answered, to go on */
function hear(
  steps: TypebotSteps,
  speech: Speech,
  { unknownMessage }: TypebotSettings,
  { warn }: TypebotTurn,
): Stop | { reply: TypebotAnswer | null } {
  let reply: TypebotAnswer | null | undefined;
  for (const step of inOrder(steps)) {
    if ('bubble' in step) {
      const said = saidIn(step.bubble, steps.input, unknownMessage);
      const command = said?.kind === 'text' ? readCommand(said.text) : null;
      if (command === null) speech.say(said);
      else if ('wish' in command) return command;
      else warn?.(command.problem);
      continue;
    }
    const { type, wait, redirect, expectsDedicatedReply } = step.action;
    if (type === 'listenForWebhook') return { input: null };
    if (type === 'wait') speech.wait(wait?.secondsToWaitFor ?? 0);
    if (type === 'redirect') speech.say(textSaid(redirect?.url ?? ''));
    if (type === 'httpRequestToExecute') reply = NO_REQUEST;
    else if (expectsDedicatedReply) reply = null;
  }
  if (reply !== undefined) return { reply };
  // Words would count as a payment: people take over.
  const isOver = steps.input === null || steps.input.kind === 'payment';
  return isOver ? { wish: { kind: 'stop' } } : { input: steps.input };
}

/** The viewer gives its word about a wrong answer the id of the question, whose place ours takes. */
const saidIn = (bubble: TypebotBubble, input: TypebotInput | null, unknownMessage: string): Said | null =>
  bubble.id === input?.id ? (textSaid(unknownMessage) ?? saidBy(bubble)) : saidBy(bubble);

/** Bubbles, each with the actions that come after it. */
function* inOrder({
  messages,
  clientSideActions,
}: TypebotSteps): Generator<{ bubble: TypebotBubble } | { action: TypebotAction }> {
  const ids = new Set(messages.map(({ id }) => id));
  const after = (isThere: (id: string | null | undefined) => boolean) =>
    clientSideActions
      .filter(({ lastBubbleBlockId }) => isThere(lastBubbleBlockId))
      .map((action) => ({ action }));
  yield* after((id) => id == null);
  for (const [index, bubble] of messages.entries()) {
    yield { bubble };
    const isLast = messages.findLastIndex(({ id }) => id === bubble.id) === index;
    if (isLast) yield* after((id) => id === bubble.id);
  }
  yield* after((id) => id != null && !ids.has(id));
}
