import { describe, expect, it } from 'vitest';
import { consoleLink, readLink } from './link.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('links to pages', () => {
  it('say whose the page is, and are read back', () => {
    for (const link of [
      { place: `tickets/${UUID}`, serverUrl: 'https://desk.example.com:8443/base', companyId: 3 },
      { place: `tickets/${UUID}`, serverUrl: 'http://127.0.0.1:3000', companyId: null },
      { place: 'views/12', serverUrl: null, companyId: 3 },
      { place: 'reports', serverUrl: 'https://desk.example.com', companyId: 3 },
    ])
      expect(readLink(consoleLink(link))).toEqual(link);
    expect(consoleLink({ place: `tickets/${UUID}`, serverUrl: null, companyId: null })).toBe(
      `balcao://tickets/${UUID}`,
    );
    expect(readLink(`BALCAO://tickets/${UUID.toUpperCase()}/`)?.place).toBe(`tickets/${UUID}`);
  });

  it('that are anything else are none', () => {
    for (const link of [
      '',
      'balcao://tickets/1',
      'balcao://views/0',
      'balcao://reports/week',
      'balcao://views/12/edit',
      'balcao://views/1234567890123456',
      'balcao://login?token=x',
      `https://tickets/${UUID}`,
      `balcao://tickets/${UUID}/../../settings`,
      `balcao://tickets/${UUID}?server=http://desk.example.com`,
      `balcao://tickets/${UUID}?server=javascript:alert(1)`,
      `balcao://tickets/${UUID}?server=https://user:secret@bank.test`,
      `balcao://tickets/${UUID}?company=-1`,
      `balcao://tickets/${UUID}?company=1e9`,
      `balcao://tickets/${UUID}#x`,
    ])
      expect(readLink(link), link).toBeNull();
  });
});
