import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import type { Events } from './core-events.ts';
import type { CurrentWorkspace } from './current-workspace.ts';
import type { ToldStatus } from './notify/desk-status.ts';

/** Tells the screens and the desk how the connection is, and whose it is. */
export interface StatusReports {
  now(): SyncStatus;
  tell(status: SyncStatus): void;
  tellAccount(state: SessionState): void;
  /** The server refuses the calls of a visitor: a signed-in agent hears the same on the sync connection. */
  setVisitorTooOld(isTooOld: boolean): void;
}

interface Deps {
  serverUrl: string;
  events: Events;
  deskStatus: ToldStatus;
  current: Pick<CurrentWorkspace, 'get'>;
}

const SIGNED_OUT: SyncStatus = {
  phase: 'signedOut',
  layer: 'session',
  since: null,
  retryAt: null,
  unanswered: false,
  queued: 0,
  failed: 0,
  hasData: false,
  aheadMinutes: 0,
  setAside: null,
  reason: null,
};

export function createStatusReports({ serverUrl, events, deskStatus, current }: Deps): StatusReports {
  let visitorIsTooOld = false;

  return {
    now: () =>
      current.get()?.sync.status() ?? {
        ...SIGNED_OUT,
        reason: visitorIsTooOld ? 'ERR_PROTOCOL_TOO_OLD' : null,
      },
    tell(status) {
      events.emit('sync.status', status);
      deskStatus.set({ phase: status.phase, queued: status.queued });
    },
    tellAccount({ user }) {
      const [person, company, companyId] = user
        ? [user.name, user.company.name, user.companyId]
        : [null, null, null];
      deskStatus.set({ account: { serverUrl, person, company, companyId } });
    },
    setVisitorTooOld(isTooOld) {
      visitorIsTooOld = isTooOld;
    },
  };
}
