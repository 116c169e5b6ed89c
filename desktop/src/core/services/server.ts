import { getSetUp } from '@balcao/shared/api/companies.ts';
import { readServerAddress } from '@balcao/shared/domain/server-address.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { createHttp } from '../api/http.ts';
import { chooseServer } from '../session/chosen-server.ts';
import type { CoreServices } from './core-services.ts';

export function serverHandlers({ host, preferences }: CoreServices) {
  /** Whether a server of ours answers there. */
  async function check(url: string): Promise<void> {
    await createHttp(url)
      .call(getSetUp, {}, null)
      .catch((error: unknown) => {
        // With a cause there was no answer; without one another server answered.
        const nobody = error instanceof AppError && error.code === 'ERR_SERVER_UNREACHABLE' && error.cause;
        if (nobody) throw error;
        throw new AppError('ERR_NO_BALCAO_FOUND', {}, { cause: error });
      });
  }

  return {
    'server.choose': async ({ address }) => {
      const read = readServerAddress(address);
      if (!host.can.chooseServer || 'problem' in read)
        throw new AppError('ERR_VALIDATION', { field: 'address' });
      await check(read.url);
      chooseServer(host.settings, read.url);
      preferences.set({ firstSteps: true });
      // The answer leaves before the line does.
      setImmediate(() => host.startAnew());
      return null;
    },
  } satisfies Partial<Handlers>;
}
