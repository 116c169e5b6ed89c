import type { Session } from 'electron';
import { isOwnPage } from './locations.ts';

/** What a page may ask of the system; everything else is denied. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Native notifications are the host's, but the page asks whether they are possible.
  'notifications',
  // Copying a message's text.
  'clipboard-sanitized-write',
  // Pictures and videos.
  'fullscreen',
]);

export function restrictPermissions(
  session: Pick<
    Session,
    'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'
  >,
): void {
  const allowed = (permission: string, address: string) =>
    ALLOWED.has(permission) && isOwnPage(`${address.replace(/\/$/, '')}/`);
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(
      allowed(
        permission,
        new URL(details.requestingUrl).origin === 'null'
          ? schemeOrigin(details.requestingUrl)
          : new URL(details.requestingUrl).origin,
      ),
    ),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Addresses of own schemes have no origin in WHATWG terms. */
function schemeOrigin(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
