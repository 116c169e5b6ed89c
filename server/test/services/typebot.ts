import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineStandIn, readJson } from './stand-in.ts';
import { type Ask, FLOW, FLOWS, type Flow, type Step, understood } from './typebot-flow.ts';

/** A flow with the id of each of its blocks. */
interface Published extends Flow {
  ids: ReadonlyMap<Step, string>;
}

interface Session {
  flow: Published;
  rest: Step[];
  asks: Ask | null;
  /** For what a browser would answer. */
  waits: boolean;
  variables: Record<string, unknown>;
}

interface State {
  flows: Map<string, Published>;
  sessions: Map<string, Session>;
}

const MESSAGE = z.union([
  z.string(),
  z.object({
    type: z.literal('text'),
    text: z.string(),
    metadata: z.object({ replyId: z.string().optional() }).optional(),
  }),
]);
type Message = z.infer<typeof MESSAGE>;
const START = z.object({
  message: MESSAGE.nullish(),
  isStreamEnabled: z.boolean().optional(),
  prefilledVariables: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const CONTINUE = z.object({ message: MESSAGE.nullish() });

/** A viewer of Typebot. `PUT /flows/<slug>` publishes a flow. */
export const typebot = defineStandIn(
  'typebot',
  (): State => ({
    flows: new Map(Object.entries(FLOWS).map(([slug, flow]) => [slug, publish(flow)])),
    sessions: new Map(),
  }),
  (app, state) => {
    app.put<{ Params: { slug: string } }>('/flows/:slug', async (request, reply) => {
      state().flows.set(request.params.slug, publish(FLOW.parse(readJson(request))));
      return reply.code(204).send();
    });

    app.post<{ Params: { slug: string } }>('/api/v1/typebots/:slug/startChat', (request, reply) => {
      const flow = state().flows.get(request.params.slug);
      if (!flow) return refuse(reply, 404, 'NOT_FOUND', 'Typebot not found');
      if (request.headers.origin !== undefined) return refuse(reply, 403, 'FORBIDDEN', 'Origin not allowed');
      if (flow.closed !== undefined) return refuse(reply, 400, 'BAD_REQUEST', flow.closed);
      const body = START.safeParse(readJson(request));
      if (!body.success || !isTaken(flow, body.data.message)) return invalid(reply);
      const { sessions } = state();
      const sessionId = `s${sessions.size + 1}`;
      const session: Session = {
        flow,
        rest: [],
        asks: null,
        waits: false,
        variables: body.data.prefilledVariables ?? {},
      };
      sessions.set(sessionId, session);
      const first = goOn(session, flow.steps);
      const isAnswer = body.data.message != null && first.input !== undefined && first.messages.length === 0;
      const steps = isAnswer ? hear(session, body.data.message) : first;
      return reply.send({
        sessionId,
        resultId: `r-${sessionId}`,
        typebot: { id: request.params.slug },
        ...steps,
      });
    });

    app.post<{ Params: { id: string } }>('/api/v1/sessions/:id/continueChat', (request, reply) => {
      const session = state().sessions.get(request.params.id);
      if (!session) return refuse(reply, 404, 'NOT_FOUND', 'Session not found.');
      if (session.flow.closed !== undefined) return refuse(reply, 400, 'BAD_REQUEST', session.flow.closed);
      const body = CONTINUE.safeParse(readJson(request));
      if (!body.success || !isTaken(session.flow, body.data.message)) return invalid(reply);
      return reply.send(hear(session, body.data.message));
    });
  },
);

function publish(flow: Flow): Published {
  const ids = new Map<Step, string>();
  const add = (steps: readonly Step[]) => {
    for (const step of steps) {
      ids.set(step, `block${ids.size + 1}`);
      if ('ways' in step) Object.values(step.ways ?? {}).forEach(add);
    }
  };
  add(flow.steps);
  return { ...flow, ids };
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ defined: true, code, status, message });
const invalid = (reply: FastifyReply) => refuse(reply, 400, 'BAD_REQUEST', 'Input validation failed');

const isTaken = (flow: Published, message: Message | null | undefined): boolean =>
  !flow.isOld || message == null || typeof message === 'string';

/** What the viewer answers to a message, also where nothing is asked any more. */
function hear(session: Session, message: Message | null | undefined): Steps {
  const { asks, rest, flow } = session;
  if (session.waits) return goOn(session, rest);
  // A flow that has ended begins again.
  if (asks === null) return goOn(session, flow.steps);
  const [text, replyId] =
    typeof message === 'string' ? [message] : [message?.text ?? '', message?.metadata?.replyId];
  const answer = understood(asks, text, replyId);
  const input = inputOf(flow, asks);
  if (answer === null) {
    const again = asks.retry ?? 'Invalid message. Please, try again.';
    return {
      messages: [{ id: input.id, type: 'text', content: richText(again) }],
      input,
      clientSideActions: [],
    };
  }
  session.variables.answer = answer;
  return goOn(session, [...(asks.ways?.[answer] ?? []), ...rest]);
}

interface Steps {
  messages: { id: string; type: string; content: unknown }[];
  input?: ReturnType<typeof inputOf>;
  clientSideActions: object[];
}

/** Says and does everything up to the next question. */
function goOn(session: Session, steps: readonly Step[]): Steps {
  const said: Steps = { messages: [], clientSideActions: [] };
  Object.assign(session, { asks: null, waits: false });
  for (const [index, step] of steps.entries()) {
    session.rest = steps.slice(index + 1);
    const id = session.flow.ids.get(step) ?? '';
    if ('say' in step)
      said.messages.push({ id, type: 'text', content: richText(filled(step.say, session.variables)) });
    else if ('bubble' in step) said.messages.push({ id, type: step.bubble, content: step.content });
    else if ('ask' in step) {
      session.asks = step;
      return { ...said, input: inputOf(session.flow, step) };
    } else {
      const last = said.messages.at(-1)?.id;
      said.clientSideActions.push({
        type: step.do,
        [step.do]: step.with ?? {},
        ...(last !== undefined && { lastBubbleBlockId: last }),
        ...(step.waits && { expectsDedicatedReply: true }),
      });
      session.waits = step.waits ?? false;
      if (step.waits) return said;
    }
  }
  return said;
}

const inputOf = ({ ids }: Published, step: Ask) => ({
  id: ids.get(step) ?? '',
  type: step.ask,
  ...(step.items && { items: step.items }),
  ...(step.options && { options: step.options }),
  ...(step.ask === 'payment input' && {
    runtimeOptions: { paymentIntentSecret: 'pi_1', publicKey: 'pk_1' },
  }),
});

const filled = (text: string, variables: Record<string, unknown>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(variables[name] ?? ''));

const richText = (text: string) => ({
  type: 'richText',
  richText: text.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] })),
});
