import { expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { createLog } from './log.ts';

const silent = createLog({ logLevel: 'silent' }, { write: () => {} });

it('ends in order, newest first, whatever fails, and only once', async () => {
  const lifecycle = createLifecycle({ log: silent });
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  lifecycle.onShutdown('stores', 'embedded database', note('embedded database'));
  lifecycle.onShutdown('stores', 'pool', note('pool'));
  lifecycle.onShutdown('ingress', 'http', () => {
    ended.push('http');
    throw new Error('broken');
  });
  lifecycle.onShutdown('work', 'worker', async () => {
    await Promise.resolve();
    ended.push('worker');
    throw new Error('broken too');
  });
  lifecycle.onShutdown('announce', 'readiness', () => void ended.push(`draining ${lifecycle.draining}`));

  expect(lifecycle.draining).toBe(false);
  await Promise.all([lifecycle.shutdown(), lifecycle.shutdown()]);
  expect(ended).toEqual(['draining true', 'http', 'worker', 'pool', 'embedded database']);
});
