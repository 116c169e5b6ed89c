import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Capabilities, ChannelErrorCode } from '../channels/channel.ts';

const REFUSALS: Partial<Record<ChannelErrorCode, ErrorCode>> = {
  account_restricted: 'ERR_WAPP_RESTRICTED',
  contact_restricted: 'ERR_WAPP_RESTRICTED',
  outside_service_window: 'ERR_OUTSIDE_SERVICE_WINDOW',
  template_refused: 'ERR_TEMPLATE_REFUSED',
  media_expired: 'ERR_NO_MEDIA_FOUND',
  blocked_by_contact: 'ERR_BLOCKED_BY_CONTACT',
  too_large: 'ERR_TOO_LARGE_FOR_CHANNEL',
  file_not_taken: 'ERR_FILE_NOT_TAKEN',
};

/** What people read on a bubble that did not go out; undefined: that it did not, and no more. */
export function refusalFor(
  { identities }: Pick<Capabilities, 'identities'>,
  code: ChannelErrorCode,
): ErrorCode | undefined {
  if (code !== 'recipient_not_found') return REFUSALS[code];
  return identities.includes('phone') ? 'ERR_WAPP_INVALID_CONTACT' : 'ERR_NOBODY_ON_CHANNEL';
}
