import type { FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify';
import type { Home } from './home.ts';

type Query = Record<string, string | undefined>;

/** Headers of one way between two programs. */
const OF_THE_LINE = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/**
 * Has a home answer a request whose body was read here, as if it had come there itself.
 *
 * @param query in the place of the request's own
 */
export async function ask(
  { app }: Home,
  request: FastifyRequest,
  query?: Query,
): Promise<LightMyRequestResponse> {
  const { 'x-forwarded-for': _said, ...headers } = without(request.headers, OF_THE_LINE);
  const [path = ''] = request.url.split('?');
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) given.set(name, value);
  return app.inject({
    method: request.method as 'GET',
    url: query ? `${path}?${given}` : request.url,
    headers,
    remoteAddress: request.ip,
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  });
}

/** Answers what a home has answered. */
export function relay(reply: FastifyReply, answer: LightMyRequestResponse): FastifyReply {
  reply.code(answer.statusCode).headers(without(answer.headers, OF_THE_LINE));
  return reply.send(answer.rawPayload);
}

const without = <V>(headers: Record<string, V>, names: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
