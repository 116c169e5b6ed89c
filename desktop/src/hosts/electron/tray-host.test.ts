import { expect, it } from 'vitest';
import { desktopShowsTray } from './tray-host.ts';

it('believes a Linux desktop alone that says it shows icons; others always do', () => {
  const said = (answer: string) => desktopShowsTray('linux', () => answer);
  expect([
    said('method return time=1 sender=:1.2\n   variant       boolean true\n'),
    said('method return time=1 sender=:1.2\n   variant       boolean false\n'),
    // No bus, no panel, no program to ask with.
    said(''),
    desktopShowsTray('win32', () => ''),
  ]).toEqual([true, false, false, true]);
});
