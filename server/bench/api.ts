import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Agent } from 'undici';
import { createTokenIssuer } from '../src/modules/sessions/token-issuer.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import type { Context } from './figure.ts';
import type { BenchDatabase } from './postgres.ts';
import { type Program, startProgram } from './program.ts';

/** The API process, without the session worker. */
export interface Api extends Pick<Program<unknown>, 'memory' | 'cpuMs' | 'stop'> {
  url: string;
  /** An access token of a new session; the person's earlier one ends. */
  signIn(person: { companyId: number; userId: number }): Promise<string>;
  /** @returns the body as text; throws for anything but success */
  get(path: string, token: string): Promise<string>;
}

/** @param program another one that answers like the API */
export async function startApi(
  { dir }: Context,
  { url, admin }: Pick<BenchDatabase, 'url' | 'admin'>,
  { file, args }: { file: string; args: string[] } = { file: 'server/src/main.ts', args: [] },
  more: Record<string, string> = {},
): Promise<Api> {
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: url,
    SECRET_KEY_FILE: join(dir, 'secret.key'),
    BALCAO_ROLE: 'api',
    PORT: '0',
    ...more,
  };
  const program = await startProgram<{ url: string }>(file, { args, env });
  const tokens = createTokenIssuer(createSecrets({ keyFile: env.SECRET_KEY_FILE }), () => new Date());
  const agent = new Agent({ connections: 200 });
  return {
    url: program.ready.url,
    memory: program.memory,
    cpuMs: program.cpuMs,
    async signIn({ companyId, userId }) {
      const sessionId = randomUUID();
      await admin`update sessions set ended_at = now(), ended_by = 'taken_over'
        where company_id = ${companyId} and user_id = ${userId} and ended_at is null`;
      await admin`insert into sessions (company_id, id, user_id) values (${companyId}, ${sessionId}, ${userId})`;
      return tokens.signAccess({ companyId, userId, sessionId });
    },
    get: (path, token) =>
      // No stream is used for an answer: the caller's handling of it is not measured.
      new Promise((resolve, reject) => {
        const parts: Buffer[] = [];
        let status = 0;
        const headers = { authorization: `Bearer ${token}` };
        agent.dispatch(
          { origin: program.ready.url, path, method: 'GET', headers },
          {
            // The type omits it, undici requires it.
            onRequestStart() {},
            onResponseStart(_controller, statusCode) {
              status = statusCode;
            },
            onResponseData: (_controller, part) => void parts.push(part),
            onResponseEnd() {
              const text = Buffer.concat(parts).toString();
              if (status === 200) resolve(text);
              else reject(new Error(`GET ${path}: ${status} ${text}`));
            },
            onResponseError: (_controller, error) => reject(error),
          },
        );
      }),
    async stop() {
      await agent.close();
      await program.stop();
    },
  };
}
