import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const conversation = {
  errors: {
    ERR_NO_MESSAGE_FOUND: failure(404),
    ERR_CREATING_MESSAGE: failure(500, true),
    ERR_SENDING_WAPP_MSG: failure(502, true),
    ERR_SEND_UNCERTAIN: failure(502),
    /** It waited at the moment to which a backup was restored, and the lost server may have sent it. */
    ERR_SEND_RESTORED: failure(409),
    ERR_CHANNEL_CANNOT: failure(409),
    ERR_BLOCKED_BY_CONTACT: failure(409),
    ERR_OUTSIDE_SERVICE_WINDOW: failure(409),
    /** The messenger does not know this person, or not as somebody who talks to us. */
    ERR_NOBODY_ON_CHANNEL: failure(422),
    /** The messenger does not send this template now: it was paused, changed or taken away there. */
    ERR_TEMPLATE_REFUSED: failure(422),
    ERR_TOO_LARGE_FOR_CHANNEL: failure(413),
    /** The messenger carries no files of this type. */
    ERR_FILE_NOT_TAKEN: failure(415),
    /** WhatsApp does not let this number write to this contact now; trying again makes it worse. */
    ERR_WAPP_RESTRICTED: failure(403),
    ERR_DELETE_WAPP_MSG: failure(422),
    ERR_EDIT_WAPP_MSG: failure(422),
    ERR_REACT_WAPP_MSG: failure(422),
    /** Polls, calls, notes, and what has no content here. */
    ERR_FORWARD_WAPP_MSG: failure(422),
    ERR_FETCH_WAPP_MSG: failure(422),
  },
} as const satisfies Feature;
