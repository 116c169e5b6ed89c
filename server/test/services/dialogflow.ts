import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PROJECT, TOKENS } from './google.ts';
import { mentions } from './mentions.ts';
import { defineStandIn, readJson } from './stand-in.ts';

/** A project in which the account may not ask. */
const FOREIGN_PROJECT = 'projeto-alheio';
const MAX_TEXT_CHARS = 256;
const MAX_SESSION_BYTES = 36;
const PATH = /^\/dialogflow\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/:]+):detectIntent$/;

const INPUT = z.object({
  queryInput: z.union([
    z.object({ text: z.object({ text: z.string().min(1), languageCode: z.string().min(2) }) }),
    z.object({ event: z.object({ name: z.string(), languageCode: z.string().min(2) }) }),
  ]),
  queryParams: z
    .object({ timeZone: z.string(), payload: z.record(z.string(), z.string()) })
    .partial()
    .optional(),
});

const text = (...alternatives: string[]) => ({ text: { text: alternatives } });
const GREETING = 'Olá! Sou o robô da loja. Posso falar de horários e da segunda via.';

/** What an agent of a shop knows. The last one is what it says to everything else. */
const INTENTS: readonly { words: readonly string[]; intent: object; messages: object[]; more?: object }[] = [
  {
    words: ['horario', 'abre', 'fecha'],
    intent: { displayName: 'horario' },
    messages: [
      text('', 'Vendemos todos os dias, das 7h às 23h.'),
      { platform: 'FACEBOOK', ...text('Só no Facebook') },
      text('Posso ajudar em mais alguma coisa?'),
    ],
  },
  {
    words: ['boleto', 'segunda via'],
    intent: { displayName: 'segunda-via' },
    messages: [
      { quickReplies: { title: 'Como prefere receber?', quickReplies: ['Código de barras', 'Pix'] } },
    ],
  },
  {
    words: ['atendente', 'pessoa', 'humano'],
    intent: { displayName: 'falar-com-pessoa' },
    messages: [text('Vou chamar uma pessoa da equipe.'), { payload: { stopBot: true } }],
  },
  {
    words: ['silencio'],
    intent: { displayName: 'silencio' },
    messages: [text('')],
  },
  {
    words: ['tchau', 'obrigado', 'obrigada'],
    intent: { displayName: 'despedida', endInteraction: true },
    messages: [text('Até logo!')],
    more: { diagnosticInfo: { end_conversation: true } },
  },
  { words: ['oi', 'ola', 'bom dia'], intent: { displayName: 'boas-vindas' }, messages: [text(GREETING)] },
];

/** Agents of Dialogflow ES. */
export const dialogflow = defineStandIn(
  'dialogflow',
  () => null,
  (app) => {
    app.post('/v2/*', (request, reply) => {
      const refuse = (code: number, status: string, message: string): FastifyReply =>
        reply.code(code).send({ error: { code, message, status } });
      if (!request.headers.authorization?.startsWith(`Bearer ${TOKENS}`))
        return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      const [, project, session = ''] = PATH.exec(request.url) ?? [];
      if (project === FOREIGN_PROJECT)
        return refuse(403, 'PERMISSION_DENIED', "IAM permission 'dialogflow.sessions.detectIntent' denied.");
      if (project !== PROJECT) return refuse(404, 'NOT_FOUND', `No DesignTimeAgent found for ${project}.`);
      const input = INPUT.safeParse(readJson(request));
      if (!input.success || Buffer.byteLength(session) > MAX_SESSION_BYTES)
        return refuse(400, 'INVALID_ARGUMENT', 'Invalid session or input.');
      const { queryInput } = input.data;
      if (!('text' in queryInput))
        return reply.send(result({ displayName: queryInput.event.name }, [text(GREETING)], {}));
      if (queryInput.text.text.length > MAX_TEXT_CHARS)
        return refuse(400, 'INVALID_ARGUMENT', 'Input text exceeds 256 characters.');
      return reply.send(answerTo(queryInput.text.text));
    });
  },
);

function answerTo(said: string): object {
  const known = INTENTS.find(({ words }) => mentions(said, words));
  if (known) return result(known.intent, known.messages, { intentDetectionConfidence: 0.87, ...known.more });
  const fallback = { displayName: 'Default Fallback Intent', isFallback: true };
  return result(fallback, [text('Não entendi. Pode dizer de outro jeito?')], {
    intentDetectionConfidence: 1,
  });
}

const result = (intent: object, fulfillmentMessages: object[], more: object) => ({
  responseId: 'response-1',
  queryResult: { languageCode: 'pt-br', intent, fulfillmentMessages, ...more },
});
