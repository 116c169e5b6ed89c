import { CONSOLE_VERSION_HEADER } from '@balcao/shared/contract/limits.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { isOlder } from '@balcao/shared/features/updates/version.ts';
import type { FastifyInstance } from 'fastify';

/**
 * Refuses calls of consoles that are too old, as the sync line does. What anybody may read stays open to them: how the
 * server is, what it demands, and the newer console itself. A caller that names no version is no console.
 *
 * Before the routes that it protects.
 *
 * @param oldest null: every console is served
 */
export function refuseOldConsoles(app: FastifyInstance, oldest: string | null): void {
  if (oldest === null) return;
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    const version = headers[CONSOLE_VERSION_HEADER];
    const contract = routeOptions.config?.contract;
    const isOpen = !contract || (contract.access === 'public' && contract.method === 'GET');
    if (typeof version === 'string' && !isOpen && isOlder(version, oldest))
      throw new AppError('ERR_PROTOCOL_TOO_OLD');
  });
}
