import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { ChannelErrorCode } from '../channels/channel.ts';

/** What people read on a bubble that did not go out; absent: that it did not, and no more. */
export const REFUSALS: Partial<Record<ChannelErrorCode, ErrorCode>> = {
  account_restricted: 'ERR_WAPP_RESTRICTED',
  contact_restricted: 'ERR_WAPP_RESTRICTED',
  outside_service_window: 'ERR_OUTSIDE_SERVICE_WINDOW',
  template_refused: 'ERR_TEMPLATE_REFUSED',
  recipient_not_found: 'ERR_WAPP_INVALID_CONTACT',
  media_expired: 'ERR_NO_MEDIA_FOUND',
  blocked_by_contact: 'ERR_BLOCKED_BY_CONTACT',
  too_large: 'ERR_TOO_LARGE_FOR_CHANNEL',
};
