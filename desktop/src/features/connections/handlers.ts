import { AppError } from '@balcao/shared/errors.ts';
import {
  deleteConnection,
  endSession,
  renewSession,
  startSession,
} from '@balcao/shared/features/connections/calls.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Api } from '../../core/api/client.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/**
 * Connections are read from the cache, which the feed keeps current, QR codes included. Changing them is administration:
 * it is never queued, and refused while there is no network.
 */
export function connectionHandlers({ session, workspace, syncStatus }: CoreServices) {
  function api(): Api {
    workspace();
    if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
    return session.api;
  }
  const params = (id: number) => ({ params: { whatsappId: id } });

  return {
    'connections.start': async ({ id }) => api().call(startSession, params(id)),
    'connections.renew': async ({ id, number }) =>
      api().call(renewSession, { ...params(id), body: number ? { number } : {} }),
    'connections.end': async ({ id }) => api().call(endSession, params(id)),
    'connections.remove': async ({ id }) => {
      await api().call(deleteConnection, params(id));
      return null;
    },
  } satisfies Partial<Handlers>;
}
