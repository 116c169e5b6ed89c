import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { silenceOf } from '@balcao/shared/features/preferences/silence.ts';
import type { DeskStatus, Host } from '../../hosts/host.ts';
import { type DeskCounts, NOTHING_COUNTED } from '../unread-count.ts';

type Known = Pick<DeskStatus, 'phase' | 'queued' | 'account'> & DeskCounts;

/** Keeps the state outside the windows (tray, dock, taskbar) in step with the lists. */
export interface ToldStatus {
  set(change: Partial<Known>): void;
  /** The settings, or the time of day, may have changed it. */
  review(): void;
  stop(): void;
}

/** Quiet hours begin and end by the clock, and waits grow longer. */
const REVIEW_EVERY_MS = 20_000;

/** Two clocks may disagree about what is new. */
const minutesSince = (at: number): number => Math.max(0, Math.floor((Date.now() - at) / 60_000));

export function createDeskStatus(
  host: Pick<Host, 'setStatus' | 'accounts'>,
  settings: () => Pick<Settings, 'language' | 'notifications'>,
): ToldStatus {
  let known: Known = {
    ...NOTHING_COUNTED,
    phase: 'signedOut',
    queued: 0,
    account: { serverUrl: '', person: null, company: null, companyId: null },
  };
  let told = '';
  const reviews = setInterval(review, REVIEW_EVERY_MS);
  reviews.unref();

  function review(): void {
    const { language, notifications } = settings();
    const silent = silenceOf(notifications, new Date()) !== null;
    const { waitsSince, ...shown } = known;
    const longestWaitMin = waitsSince === null ? null : minutesSince(waitsSince);
    const status = { ...shown, longestWaitMin, language, silent, accountName: host.accounts.ownName() };
    const text = JSON.stringify(status);
    if (text === told) return;
    told = text;
    host.setStatus(status);
  }

  return {
    set(change) {
      known = { ...known, ...change };
      review();
    },
    review,
    stop: () => clearInterval(reviews),
  };
}
