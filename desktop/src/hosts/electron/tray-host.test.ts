import { expect, it } from 'vitest';
import { desktopShowsTray } from './tray-host.ts';

it('checks only a Linux desktop for icons; others always show them', () => {
  const said = (answer: string) => desktopShowsTray('linux', () => answer);
  expect([
    said('method return time=1 sender=:1.2\n   variant       boolean true\n'),
    said('method return time=1 sender=:1.2\n   variant       boolean false\n'),
    // There is no bus, no panel and no program to query with.
    said(''),
    desktopShowsTray('win32', () => ''),
  ]).toEqual([true, false, false, true]);
});
