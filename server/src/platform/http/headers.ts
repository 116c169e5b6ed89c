import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** On every answer; a route may set its own value first. */
const HEADERS = {
  // Answers are of one person at one moment.
  'cache-control': 'no-store',
  // Types are as we say, never as a browser guesses.
  'x-content-type-options': 'nosniff',
  // Addresses carry ids.
  'referrer-policy': 'no-referrer',
  // Nothing that we answer is a page: whatever slips through runs nothing and is framed nowhere.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const;

export function installHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
}

/** For answers that are given before any hook has run. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(HEADERS).header('x-request-id', request.id);
}
