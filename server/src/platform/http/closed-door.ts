import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../log.ts';
import { createHttpServer } from './server.ts';

/** What looks whether a process lives is told that it does. */
const LIVE = '/health/live';

export interface ClosedDoor {
  /** From now on everybody is told why nothing is served yet. Again: nothing. */
  stand(): Promise<void>;
  /** The address is free for whoever serves. */
  away(): Promise<void>;
}

/** Answers in the place of an application that may not be reached yet. */
export function createClosedDoor(config: Config, log: Log, code: ErrorCode): ClosedDoor {
  const { host, port, trustProxy, publicUrl } = config;
  let standing: ReturnType<typeof createHttpServer> | null = null;
  return {
    async stand() {
      if (standing) return;
      standing = createHttpServer({ log, trustProxy, publicUrl });
      standing.addHook('onRequest', async ({ url }) => {
        if (url !== LIVE) throw new AppError(code);
      });
      standing.get(LIVE, async () => ({ status: 'ok' }));
      await standing.listen({ host, port });
    },
    async away() {
      await standing?.close();
      standing = null;
    },
  };
}
