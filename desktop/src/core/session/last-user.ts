import { type SessionUser, sessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Host } from '../../hosts/host.ts';
import type { Log } from '../log.ts';

/** Who was signed in last at one server, so that a start without a network has a user. */
export interface LastUser {
  get(): SessionUser | null;
  keep(user: SessionUser | null): void;
}

/** The users of all servers, by the key of each. */
const USERS_KEY = 'sessionUsers';

export function createLastUser(settings: Host['settings'], serverKey: string, log: Log): LastUser {
  function stored(): Record<string, unknown> {
    const users = settings.get(USERS_KEY);
    return typeof users === 'object' && users !== null ? { ...users } : {};
  }

  return {
    get: () => sessionUser.safeParse(stored()[serverKey]).data ?? null,
    keep(user) {
      const { [serverKey]: _previous, ...others } = stored();
      try {
        settings.set(USERS_KEY, user ? { ...others, [serverKey]: user } : others);
      } catch (error) {
        // A full disk: the next start asks to sign in again.
        log.error({ err: error }, 'who is signed in could not be stored');
      }
    },
  };
}
