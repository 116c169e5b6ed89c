import { describe, expect, it } from 'vitest';
import { createFakeElectron } from './recording-fake.ts';
import { createSecretStore } from './secrets.ts';
import { memorySettings } from './testing/memory-settings.ts';

describe('secrets', () => {
  it('are encrypted by the system and come back', async () => {
    const settings = memorySettings();
    const store = await createSecretStore(createFakeElectron().api.safeStorage, settings, 'linux');
    await store.set('https://server', 'refresh-token');
    expect(await store.get('https://server')).toBe('refresh-token');
    expect(JSON.stringify([...settings.values])).not.toContain('refresh-token');
    await store.set('https://server', null);
    expect(await store.get('https://server')).toBeNull();
  });

  it('that are removed stay removed, however long the system takes to encrypt', async () => {
    const settings = memorySettings();
    const store = await createSecretStore(createFakeElectron().api.safeStorage, settings, 'linux');
    await Promise.all([store.set('https://server', 'refresh-token'), store.set('https://server', null)]);
    expect(await store.get('https://server')).toBeNull();
  });

  it('are never written where Linux has no keyring', async () => {
    const settings = memorySettings();
    const { api } = createFakeElectron({ keyring: 'basic_text' });
    const store = await createSecretStore(api.safeStorage, settings, 'linux');
    await store.set('https://server', 'refresh-token');
    expect([store.durable, await store.get('https://server'), settings.values.size]).toEqual([
      false,
      'refresh-token',
      0,
    ]);
  });

  it('that cannot be decrypted any more mean signing in again, not a failing start', async () => {
    const settings = memorySettings({ 'secrets.https://server': Buffer.from('garbage').toString('base64') });
    const store = await createSecretStore(createFakeElectron().api.safeStorage, settings, 'darwin');
    expect(await store.get('https://server')).toBeNull();
  });
});
