import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { verifiedManifest } from './signed-manifest.ts';

type Runtime = ConstructorParameters<typeof GenericProvider>[2];
type Feed = Exclude<Parameters<AppUpdater['setFeedURL']>[0], string>;

/**
 * The source of updates: a folder of the company's own server. The updater checks the hash of its downloads against the
 * manifest; this checks the manifest, before anything in it is used.
 */
export function signedFeed(url: string, publicKeys: readonly KeyObject[]): Feed {
  class SignedProvider extends GenericProvider {
    constructor(_options: unknown, updater: AppUpdater, runtime: Runtime) {
      super({ provider: 'generic', url }, updater, runtime);
    }

    /** Our server answers one range at a time. */
    override get isUseMultipleRangeRequest(): boolean {
      return false;
    }

    /** A provider requests only manifests through this function. */
    protected override async httpRequest(
      ...request: Parameters<GenericProvider['httpRequest']>
    ): Promise<string | null> {
      const text = await super.httpRequest(...request);
      return verifiedManifest(basename(request[0].pathname), text ?? '', publicKeys);
    }
  }
  return { provider: 'custom', updateProvider: SignedProvider };
}
