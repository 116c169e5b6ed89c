import type { SecretStore, SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';

const PREFIX = 'secrets.';

/**
 * Refresh tokens, encrypted with the key that the operating system holds for us. Where it holds none (Linux without a
 * keyring offers only a fixed key, `basic_text`) nothing is written: people sign in again after a restart.
 * A value that can no longer be decrypted counts as absent: a fresh sign-in, never a start that fails for ever.
 */
export async function createSecretStore(
  safeStorage: ElectronApi['safeStorage'],
  settings: SettingsStore,
  platform: NodeJS.Platform,
): Promise<SecretStore> {
  const memory = new Map<string, string>();
  const durable =
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    !(platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text');

  /** Writes run one after the other: a secret that is still being encrypted must not come back after it was removed. */
  let last: Promise<void> = Promise.resolve();
  async function write(key: string, value: string | null): Promise<void> {
    const sealed = value === null ? null : await safeStorage.encryptStringAsync(value);
    settings.set(PREFIX + key, sealed === null ? null : sealed.toString('base64'));
  }

  return {
    durable,
    sealed: durable,
    async get(key) {
      if (!durable) return memory.get(key) ?? null;
      const stored = settings.get(PREFIX + key);
      if (typeof stored !== 'string') return null;
      try {
        const { result } = await safeStorage.decryptStringAsync(Buffer.from(stored, 'base64'));
        return result;
      } catch {
        return null;
      }
    },
    async set(key, value) {
      if (!durable) {
        if (value === null) memory.delete(key);
        else memory.set(key, value);
        return;
      }
      const mine = last.then(() => write(key, value));
      last = mine.catch(() => {});
      await mine;
    },
  };
}
