import { describe, expect, it } from 'vitest';
import {
  isExternalLink,
  linkIn,
  placeArgument,
  placeIn,
  profileArguments,
  profileIn,
  ticketOfWindow,
  ticketPage,
} from './locations.ts';
import { UUID } from './testing/samples.ts';

describe('links', () => {
  it('lets only some links leave the console', () => {
    const open = ['http://a.test', 'https://a.test/x?y#z', 'mailto:x@y.test', 'HTTPS://A.TEST'];
    const closed = [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'file:///x',
      'data:,x',
      'smb://a/b',
      'ms-msdt:/id',
      '\\\\host\\share',
    ];
    const malformed = [
      '',
      'https://',
      'https://user:secret@bank.test',
      'vbscript:x',
      'app://balcao/',
      '//a.test',
    ];
    expect(open.filter(isExternalLink)).toEqual(open);
    expect([...closed, ...malformed].filter(isExternalLink)).toEqual([]);
  });

  it('finds a link among the arguments of a start, and nothing that only looks like one', () => {
    const link = `balcao://tickets/${UUID}?server=https%3A%2F%2Fdesk.test`;
    expect(linkIn(['balcao', '--inspect', link])).toBe(link);
    expect(linkIn(['balcao', '--load=https://evil.test', 'balcao://login?token=x'])).toBeNull();
    for (const place of [`tickets/${UUID}`, 'views/12'])
      expect(placeIn(['balcao', placeArgument(place)])).toBe(place);
    expect(placeIn(['balcao', placeArgument('../settings')])).toBeNull();
  });

  it('takes for a profile only what can be the name of a folder', () => {
    const profiles = ['loja-2', '2', '', '..', 'a/b', 'Loja', '-x', 'x'.repeat(31)].map((name) =>
      profileIn(['balcao', `--profile=${name}`]),
    );
    expect(profiles).toEqual(['loja-2', '2', '', '', '', '', '', '']);
    expect([profileIn(['balcao']), profileIn(profileArguments('2')), profileArguments('')]).toEqual([
      '',
      '2',
      [],
    ]);
  });

  it('gives a window of its own to a ticket and to nothing else', () => {
    expect(ticketOfWindow(ticketPage(UUID))).toBe(UUID);
    for (const address of [
      `https://evil.test/?alone#/tickets/${UUID}`,
      `app://other/?alone#/tickets/${UUID}`,
      `app://balcao/?alone#/tickets/${UUID}/x`,
      'app://balcao/?alone#/settings',
      `app://balcao/#/tickets/${UUID}`,
    ])
      expect(ticketOfWindow(address), address).toBeNull();
  });
});
