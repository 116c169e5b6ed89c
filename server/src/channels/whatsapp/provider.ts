import type { Config } from '../../config.ts';
import type { Wanted } from './connection-state.ts';
import { silenceSignalPrints } from './console-filter.ts';
import { createEndpoint } from './endpoint.ts';
import type { Lease } from './lease.ts';
import { type SessionDeps, WhatsAppSession } from './session.ts';
import { undoFailedTrials } from './session-trials.ts';
import { hardenSignatures } from './xeddsa.ts';

export interface WhatsAppProvider {
  start(lease: Lease, wanted: Wanted): WhatsAppSession;
  close(): Promise<void>;
}

/** Makes this process fit for WhatsApp sessions; what it changes in the library holds for the whole process. */
export function createWhatsAppProvider(
  deps: Omit<SessionDeps, 'endpoint'> & { config: Config['whatsapp'] },
): WhatsAppProvider {
  silenceSignalPrints();
  hardenSignatures(deps.config.noiseRoot);
  undoFailedTrials();
  const endpoint = createEndpoint(deps.config);
  return {
    start: (lease, wanted) => new WhatsAppSession({ ...deps, endpoint }, lease, wanted),
    close: () => endpoint.close(),
  };
}
