import type { Settings } from '@balcao/shared/bridge/methods.ts';
import { silenceOf } from '@balcao/shared/domain/silence.ts';
import type { DeskStatus, Host } from '../../hosts/host.ts';

/** Keeps what stands outside the windows (tray, dock, taskbar) as the lists are. */
export interface ToldStatus {
  set(change: Partial<Pick<DeskStatus, 'unread' | 'phase'>>): void;
  /** The settings, or the time of day, may have changed it. */
  review(): void;
  stop(): void;
}

/** Quiet hours begin and end by the clock. */
const REVIEW_EVERY_MS = 20_000;

export function createDeskStatus(
  host: Pick<Host, 'setStatus'>,
  settings: () => Pick<Settings, 'language' | 'notifications'>,
): ToldStatus {
  let known: Pick<DeskStatus, 'unread' | 'phase'> = { unread: 0, phase: 'signedOut' };
  let told = '';
  const reviews = setInterval(review, REVIEW_EVERY_MS);
  reviews.unref();

  function review(): void {
    const { language, notifications } = settings();
    const status = { ...known, language, silent: silenceOf(notifications, new Date()) !== null };
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
