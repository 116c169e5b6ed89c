import { describe, expect, it } from 'vitest';
import { readTicketLink, ticketLink } from './link.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('links to tickets', () => {
  it('say whose the ticket is, and are read back', () => {
    for (const link of [
      { uuid: UUID, serverUrl: 'https://desk.example.com:8443/base', companyId: 3 },
      { uuid: UUID, serverUrl: 'http://127.0.0.1:3000', companyId: null },
      { uuid: UUID, serverUrl: null, companyId: null },
    ])
      expect(readTicketLink(ticketLink(link))).toEqual(link);
    expect(ticketLink({ uuid: UUID, serverUrl: null, companyId: null })).toBe(`balcao://tickets/${UUID}`);
    expect(readTicketLink(`BALCAO://tickets/${UUID.toUpperCase()}/`)?.uuid).toBe(UUID);
  });

  it('that are anything else are none', () => {
    for (const link of [
      '',
      'balcao://tickets/1',
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
      expect(readTicketLink(link), link).toBeNull();
  });
});
