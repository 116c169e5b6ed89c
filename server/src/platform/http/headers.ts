import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** For a server that is reached by TLS: a browser that was here once (a link to a new password) never asks without. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const;

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

export function headersFor(options: { https: boolean }): SetHeaders {
  const headers = options.https ? { ...HEADERS, ...HTTPS_ONLY } : HEADERS;
  return (request, reply) => void reply.headers(headers).header('x-request-id', request.id);
}
