import { apiHandlers } from './api.ts';
import { appHandlers } from './app.ts';
import { catalogHandlers } from './catalog.ts';
import type { CoreServices } from './core-services.ts';
import { diagnosticsHandlers } from './diagnostics.ts';
import { serverHandlers } from './server.ts';
import { sessionHandlers } from './session.ts';
import { syncHandlers } from './sync.ts';

/** The calls that the engine answers, whatever the features are. */
export const engineHandlers = (services: CoreServices) => ({
  ...appHandlers(services),
  ...serverHandlers(services),
  ...sessionHandlers(services),
  ...syncHandlers(services),
  ...catalogHandlers(services),
  ...apiHandlers(services),
  ...diagnosticsHandlers(services),
});
