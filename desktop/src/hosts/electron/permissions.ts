import type { Session } from 'electron';
import { isOwnPage, ORIGIN } from './locations.ts';

/** The permissions a page may request; everything else is denied. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Native notifications are the host's, but the page asks whether they are possible.
  'notifications',
  // Needed to copy a message's text.
  'clipboard-sanitized-write',
  // Needed for pictures and videos.
  'fullscreen',
]);

/** Only voice notes are recorded; the console never uses the camera. */
const isMicrophone = (media: readonly (string | undefined)[]) =>
  media.length > 0 && media.every((one) => one === 'audio');

export function restrictPermissions(
  session: Pick<
    Session,
    'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'
  >,
): void {
  /** `address` is a page or an origin, and empty for requests that belong to no page. */
  const allowed = (permission: string, address: string, media: readonly (string | undefined)[]) =>
    (ALLOWED.has(permission) || (permission === 'media' && isMicrophone(media))) &&
    (address === ORIGIN || isOwnPage(address));
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    allowed(permission, origin, [details.mediaType]),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(
      allowed(permission, details.requestingUrl, 'mediaTypes' in details ? (details.mediaTypes ?? []) : []),
    ),
  );
  session.setDevicePermissionHandler(() => false);
}
