import { addressesToTry } from '@balcao/shared/contract/server-address.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { getSetUp } from '@balcao/shared/features/companies/calls.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { createHttp } from '../api/http.ts';
import { chooseServer } from '../session/chosen-server.ts';
import type { CoreServices } from './core-services.ts';

export function serverHandlers({ host }: CoreServices) {
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

  /** The first at which a server of ours answers. Where there is none, the failure names what was tried. */
  async function firstOf(urls: readonly string[]): Promise<string> {
    const failures: unknown[] = [];
    for (const url of urls) {
      try {
        await check(url);
        return url;
      } catch (error) {
        failures.push(error);
      }
    }
    // Somebody else who answers says more than nobody.
    const other = failures.find((error) => error instanceof AppError && error.code === 'ERR_NO_BALCAO_FOUND');
    if (other) throw other;
    throw new AppError('ERR_SERVER_UNREACHABLE', { tried: urls.join(', ') }, { cause: failures[0] });
  }

  return {
    'server.choose': async ({ address }) => {
      const urls = addressesToTry(address);
      if (!host.can.chooseServer || urls.length === 0)
        throw new AppError('ERR_VALIDATION', { field: 'address' });
      chooseServer(host.settings, await firstOf(urls));
      // The answer leaves before the line does.
      setImmediate(() => host.startAnew());
      return null;
    },
  } satisfies Partial<Handlers>;
}
