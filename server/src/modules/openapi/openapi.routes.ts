import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DOCS_PATH, OPENAPI_PATH } from '@balcao/shared/contract/openapi.ts';
import { NAMED_ROUTES } from '@balcao/shared/routes.ts';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../version.ts';
import { describeApi } from './document.ts';

/** The description of the REST interface, and a page that shows it to people. The same for everybody, without a token. */
export function openApiRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string | null }): void {
  const document = () => JSON.stringify(describeApi(NAMED_ROUTES, { version: VERSION, url: publicUrl }));
  serve(app, OPENAPI_PATH, 'application/json; charset=utf-8', document);
  serve(app, DOCS_PATH, 'text/html; charset=utf-8', () => readBeside('reference-page/page.html'), {
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
  });
  serve(app, `${DOCS_PATH}/page.css`, CSS, () => readBeside('reference-page/page.css'));
  serve(app, `${DOCS_PATH}/page.js`, SCRIPT, () => readBeside('reference-page/page.js'));
  serve(app, `${DOCS_PATH}/swagger-ui.css`, CSS, () =>
    readAt(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  );
  serve(app, `${DOCS_PATH}/swagger-ui.js`, SCRIPT, () =>
    readAt(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  );
}

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** The page reaches this server and nothing else. It writes styles into its elements, and its pictures are inside of them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const readAt = (address: string | URL) => readFileSync(new URL(address), 'utf8');
const readBeside = (name: string) => readAt(new URL(name, import.meta.url));

/** Text that stays as it is while the server runs: made when it is first wanted, and sent to those who have it not yet. */
function serve(
  app: FastifyInstance,
  path: string,
  type: string,
  make: () => string,
  headers: Record<string, string> = {},
): void {
  let made: { text: string; tag: string } | undefined;
  app.get(path, { config: { access: 'page' } }, async (request, reply) => {
    made ??= tagged(make());
    reply.headers({ 'cache-control': 'no-cache', ...headers, etag: made.tag });
    if (request.headers['if-none-match'] === made.tag) return reply.code(304).send();
    return reply.type(type).send(made.text);
  });
}

const tagged = (text: string) => ({
  text,
  tag: `"${createHash('sha256').update(text).digest('base64url')}"`,
});
