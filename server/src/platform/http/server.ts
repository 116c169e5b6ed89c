import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Log } from '../log.ts';
import { callAnswered } from '../moments.ts';
import { dropWhatIsLeft } from './body.ts';
import { installErrors, sendFrameworkError } from './errors.ts';
import { headersFor } from './headers.ts';

/** Bytes of a JSON body. Files are streams with a limit of their own. */
const BODY_LIMIT = 1024 * 1024;
/** The longest part of an address is an e-mail address. */
const PARAM_LENGTH = 254;
/**
 * Files that trickle in must not hold a connection for ever, though the largest come over slow lines too. Any
 * other request is answered long before, when the patience of its route ends.
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/**
 * An HTTP server with our errors, headers and logs, and no route yet.
 *
 * @param options.publicUrl how others reach it
 */
export function createHttpServer(options: {
  log: Log;
  trustProxy: string[];
  publicUrl: string | null;
}): FastifyInstance {
  const setHeaders = headersFor({ https: options.publicUrl?.startsWith('https:') === true });
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    // Some addresses of the public API have a slash at the end.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_LENGTH },
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // No hook has run for these.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      sendFrameworkError(error, request, reply);
    },
  });
  // Only JSON: what forms and plain-text requests can send across origins is refused.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
  installErrors(app);
  dropWhatIsLeft(app);
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ req: request }, 'client went away');
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request');
    if (!callAnswered.isHeard) return;
    const route = request.is404 ? null : (request.routeOptions.url ?? null);
    const { method } = request;
    callAnswered.tell({ method, route, status: reply.statusCode, ms: reply.elapsedTime });
  });
  return app;
}
