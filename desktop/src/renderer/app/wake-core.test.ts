import { expect, test } from 'vitest';
import { createBridgeClient } from '../../bridge/client.ts';
import { connectMemory } from '../../bridge/memory.ts';
import { wakeCore } from './wake-core.ts';

test('the core is woken by a network that comes and by somebody who turns to the page, not by who leaves', async () => {
  const woken: string[] = [];
  const bridge = createBridgeClient(
    connectMemory({
      dispatch: async (name) => {
        woken.push(name);
        return { ok: true, value: null };
      },
      on: () => () => {},
    }),
  );
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as 'visible' | 'hidden' });
  const page = Object.assign(new EventTarget(), { document });
  wakeCore(bridge, page);
  for (const name of ['online', 'offline', 'focus', 'blur']) page.dispatchEvent(new Event(name));
  await expect.poll(() => woken).toHaveLength(2);
  for (const state of ['hidden', 'visible'] as const) {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  }
  await expect.poll(() => woken).toEqual(Array(3).fill('sync.wake'));
  bridge.close();
});
