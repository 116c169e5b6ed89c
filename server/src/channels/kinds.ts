import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { Config } from '../config.ts';
import type { Provider, ProviderDeps } from './provider.ts';
import type { SessionTimes } from './whatsapp/session-times.ts';

/** Options of the program that holds sessions. */
export interface ProviderOptions {
  config: Config;
  whatsappTimes: SessionTimes;
}

/**
 * Every way to a messenger, once: its folder here has its name. What screens know of it is in
 * `shared/src/features/connections/channel.ts`; its code is loaded only where sessions run.
 */
const KINDS: Record<ConnectionKind, (deps: ProviderDeps, options: ProviderOptions) => Promise<Provider>> = {
  whatsapp: async (deps, { config, whatsappTimes: times }) => {
    const { createWhatsAppProvider } = await import('./whatsapp/provider.ts');
    return createWhatsAppProvider({ ...deps, config: config.whatsapp, times });
  },
  whatsapp_cloud: async (deps) => {
    const { createCloudProvider } = await import('./whatsapp-cloud/provider.ts');
    return createCloudProvider(deps);
  },
  telegram: async (deps) => {
    const { createTelegramProvider } = await import('./telegram/provider.ts');
    return createTelegramProvider(deps);
  },
  hub: async (deps) => {
    const { createHubProvider } = await import('./hub/provider.ts');
    return createHubProvider(deps);
  },
  mail: async (deps) => {
    const { createMailProvider } = await import('./mail/provider.ts');
    return createMailProvider(deps);
  },
  web: async (deps) => {
    const { createWebProvider } = await import('./web/provider.ts');
    return createWebProvider(deps);
  },
};

/** Runs the sessions of every kind. */
export async function openProviders(deps: ProviderDeps, options: ProviderOptions): Promise<Provider> {
  const entries = Object.entries(KINDS).map(
    async ([kind, open]) => [kind as ConnectionKind, await open(deps, options)] as const,
  );
  const providers = new Map(await Promise.all(entries));
  return {
    start(lease, wanted) {
      const provider = providers.get(wanted.kind);
      if (!provider) throw new Error(`nobody runs ${wanted.kind}`);
      return provider.start(lease, wanted);
    },
    async close() {
      await Promise.all([...providers.values()].map((provider) => provider.close()));
    },
  };
}
