import type { FastifyReply, FastifyRequest } from 'fastify';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import { defineStandIn, readBytes, readJson, readText } from './stand-in.ts';

interface State {
  /** Secrets that receivers know, by their paths; whoever knows none believes everybody. */
  secrets: Map<string, string>;
}

const MAX_BYTES = 16 * 1024 * 1024;
const STARTED = { message: 'Workflow was started' };

/** n8n with a workflow at every path below `webhook/`, and none that listens below `webhook-test/`. */
export const n8n = defineStandIn(
  'n8n',
  (): State => ({ secrets: new Map() }),
  (app, state) => {
    app.put<{ Params: { path: string } }>('/secrets/:path', async (request, reply) => {
      state().secrets.set(request.params.path, readText(request));
      return reply.code(204).send();
    });
    app.post<{ Params: { path: string } }>('/webhook/:path', (request, reply) => {
      if (readBytes(request).length > MAX_BYTES) return refuse(reply, 413, 'The request body is too large');
      const secret = state().secrets.get(request.params.path);
      const problem = secret === undefined ? null : problemOf(secret, request);
      if (problem !== null) return refuse(reply, 401, problem);
      const told = readJson(request);
      if (told === undefined) return refuse(reply, 400, 'Failed to parse request body');
      return reply.send(answerTo(told));
    });
    app.get<{ Params: { path: string } }>('/webhook/:path', (_request, reply) =>
      refuse(
        reply,
        404,
        'This webhook is not registered for GET requests. Did you mean to make a POST request?',
      ),
    );
    app.all<{ Params: { path: string } }>('/webhook-test/:path', ({ method, params }, reply) =>
      reply.code(404).send({
        code: 404,
        message: `The requested webhook "${method} ${params.path}" is not registered.`,
        hint: "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)",
      }),
    );
  },
);

const refuse = (reply: FastifyReply, code: number, message: string) =>
  reply.code(code).send({ code, message });

/** Why this is none of the company's webhooks; null: it is one. */
function problemOf(secret: string, request: FastifyRequest): string | null {
  try {
    new Webhook(secret).verify(readText(request), request.headers as Record<string, string>);
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

const TOLD = z.object({
  data: z.object({
    message: z.object({ body: z.string() }).nullable(),
    ticket: z.object({ queue: z.object({ id: z.number() }).nullable() }).optional(),
  }),
});

/** A workflow that answers some words of a customer at once, and says of all others that it has begun. */
function answerTo(told: unknown): object {
  const data = TOLD.safeParse(told).data?.data;
  const body = data?.message?.body ?? '';
  const queue = data?.ticket?.queue;
  const text = (text: string) => ({ type: 'text', text });
  if (/^eco /i.test(body)) return { messages: [text(body.slice('eco '.length))] };
  if (/foto/i.test(body))
    return { messages: [{ type: 'image', url: 'https://example.com/loja.png', caption: 'A loja' }] };
  const [order] = /\b\d{4,6}\b/.exec(body) ?? [];
  if (order) return { messages: [text(`O pedido *${order}* saiu ontem e chega em até dois dias úteis. 🚚`)] };
  if (/atendente/i.test(body))
    return {
      messages: [text('Vou chamar alguém.')],
      actions: [queue ? { type: 'transfer', queueId: queue.id } : { type: 'stopBot' }],
    };
  if (/tchau/i.test(body)) return { messages: [text('Até logo!')], actions: [{ type: 'close' }] };
  return STARTED;
}
