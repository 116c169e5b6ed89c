import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const common = {
  errors: {
    ERR_VALIDATION: failure(400),
    ERR_MALFORMED_JSON: failure(400),
    ERR_BODY_TOO_LARGE: failure(413),
    ERR_UNSUPPORTED_MEDIA_TYPE: failure(415),
    ERR_NOT_FOUND: failure(404),
    ERR_TOO_MANY_REQUESTS: failure(429, true),
    ERR_IDEMPOTENCY_KEY_REUSED: failure(409),
    ERR_INTERNAL: failure(500, true),
    ERR_UNAVAILABLE: failure(503, true),
    /** Said to balancers alone: what is not found is a server that takes new work. */
    ERR_LEAVING: failure(404, true),
    ERR_NO_PERMISSION: failure(403),

    // The websocket's.
    ERR_PROTOCOL: failure(400),
    /** The console must be replaced by a newer one; nothing that it holds is at fault. */
    ERR_PROTOCOL_TOO_OLD: failure(426),
    ERR_MUTATION_OUT_OF_ORDER: failure(409),

    // Only consoles raise these codes: no server sends them.
    ERR_OFFLINE: failure(503, true),
    ERR_SERVER_UNREACHABLE: failure(503, true),
    /** Something answers at the address, but not a server of ours. */
    ERR_NO_BALCAO_FOUND: failure(404),
    ERR_DISK_FULL: failure(503, true),
  },
} as const satisfies Feature;
