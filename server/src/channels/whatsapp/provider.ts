import type { Config } from '../../config.ts';
import type { Provider } from '../provider.ts';
import { silenceSignalPrints } from './console-filter.ts';
import { createEndpoint } from './endpoint.ts';
import { type SessionDeps, WhatsAppSession } from './session.ts';
import { undoFailedTrials } from './session-trials.ts';
import { hardenSignatures } from './xeddsa.ts';

/** Makes this process fit for WhatsApp sessions; what it changes in the library holds for the whole process. */
export function createWhatsAppProvider(
  deps: Omit<SessionDeps, 'endpoint'> & { config: Config['whatsapp'] },
): Provider {
  silenceSignalPrints();
  hardenSignatures(deps.config.noiseRoot);
  undoFailedTrials();
  const endpoint = createEndpoint(deps.config);
  return {
    start: (lease, wanted) => new WhatsAppSession({ ...deps, endpoint }, lease, wanted),
    close: () => endpoint.close(),
  };
}
