import { expect, it } from 'vitest';
import { silenceSignalPrints } from './console-filter.ts';

it('drops the lines with which libsignal prints private keys, and nothing else', () => {
  const lines: unknown[][] = [];
  const print = (...parts: unknown[]) => void lines.push(parts);
  const target = { log: print, info: print, warn: print, error: print, debug: print };
  silenceSignalPrints(target);
  target.info('Closing session:', { privKey: 'secret' });
  target.error('Session error:Error: Bad MAC', 'stack');
  target.warn('Decrypted message with closed session.');
  target.log('closing time');
  target.error(new Error('ours'));
  expect(lines).toEqual([['closing time'], [new Error('ours')]]);
});
