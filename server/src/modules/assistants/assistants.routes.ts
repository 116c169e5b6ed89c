import { TOKEN_CLASSES } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { isCompanyKey } from '@balcao/shared/features/api-keys/rules.ts';
import { askForAssistant } from '@balcao/shared/features/assistants/calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { KeyGrant } from '../../platform/http/token-proof.ts';
import type { Door } from './door.ts';

/** The door for assistants. Each message is answered by itself, so that any process may answer the next one. */
export function assistantRoutes(app: FastifyInstance): void {
  let door: Promise<Door> | undefined;
  // The protocol's library takes 30 MB, and few companies have assistants.
  const openDoor = async () => (await import('./door.ts')).createDoor(app);
  app.addHook('onClose', async () => (await door)?.close());

  register(app, askForAssistant, async ({ body }, { request, reply }) => {
    const key = keyOf(request);
    // What a tool calls proves the key by itself, and counts once.
    const grant = body.method === 'tools/call' ? null : await grantOf(app, key);
    door ??= openDoor();
    const answer = await (await door).answer({ request, grant, message: body });
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .send(await answer.text());
  });

  // Clients look whether there is a stream of what happens besides; the protocol's word for no is this status.
  app.get(askForAssistant.path, { config: { access: 'page' } }, async (_, reply) =>
    reply.code(405).header('allow', 'POST').send(),
  );
}

/** The door is for keys: what a person has signed in with opens no tool. @throws AppError */
function keyOf({ headers }: FastifyRequest): string {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!isCompanyKey(token)) throw new AppError(TOKEN_CLASSES.companyKey.refusal);
  return token;
}

/** What a key opens; the message is counted as a call. @throws AppError */
async function grantOf(app: FastifyInstance, key: string): Promise<KeyGrant> {
  const grant = await app.proveGrant.companyKey(key);
  if (grant.closed) throw grant.closed;
  if (!grant.planFlags?.includes('useExternalApi')) throw new AppError('ERR_PLAN_FEATURE_OFF');
  const { rate } = grant;
  if (rate && rate.waitSeconds > 0)
    throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: rate.waitSeconds });
  return grant;
}
