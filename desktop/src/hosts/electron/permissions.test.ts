import { describe, expect, it } from 'vitest';
import { restrictPermissions } from './permissions.ts';
import { createFakeElectron } from './recording-fake.ts';

describe('permissions', () => {
  it('denies everything but notifications, copying, full screen and the microphone, and those only to our page', () => {
    const { session } = createFakeElectron();
    restrictPermissions(session as never);
    const asked = [
      'notifications',
      'clipboard-sanitized-write',
      'fullscreen',
      'media',
      'geolocation',
      'clipboard-read',
      'hid',
    ];
    const check = (origin: string) =>
      asked.filter((permission) => session.check?.(null, permission, origin, { mediaType: 'audio' }));
    const request = (requestingUrl: string) =>
      asked.filter((permission) => {
        let answer = false;
        session.request?.(null, permission, (allowed) => (answer = allowed), {
          requestingUrl,
          mediaTypes: ['audio'],
        });
        return answer;
      });
    const allowed = ['notifications', 'clipboard-sanitized-write', 'fullscreen', 'media'];
    expect([check('app://balcao/'), request('app://balcao/tickets')]).toEqual([allowed, allowed]);
    expect([check('https://evil.test/'), request('https://evil.test/'), request('app://other/')]).toEqual([
      [],
      [],
      [],
    ]);
    expect([check(''), request('')]).toEqual([[], []]);
    expect(session.check?.(null, 'media', 'app://balcao/', { mediaType: 'video' })).toBe(false);
    let films = true;
    session.request?.(null, 'media', (answer) => (films = answer), {
      requestingUrl: 'app://balcao/tickets',
      mediaTypes: ['audio', 'video'],
    });
    expect([films, session.device?.()]).toEqual([false, false]);
  });
});
