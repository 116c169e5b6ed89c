import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { silenceOf } from '@balcao/shared/features/preferences/silence.ts';
import type { Host, Notice } from '../../hosts/host.ts';
import type { Clock } from '../sync/clock.ts';
import { notificationTexts } from './texts.ts';

/** Shows notifications as this person wants them, and takes them away. */
export interface NoticeBoard {
  show(notice: Notice): void;
  withdraw(key: string): void;
  words(): ReturnType<typeof notificationTexts>;
  /** The person wants no notifications now. */
  isSilent(): boolean;
}

export interface NoticeEvents {
  shown(notice: EventData<'notification.shown'>): void;
  closed(notice: EventData<'notification.closed'>): void;
}

interface Deps {
  host: Pick<Host, 'notify' | 'withdraw' | 'accounts'>;
  settings(): Pick<Settings, 'language' | 'notifications'>;
  emit: NoticeEvents;
  today(): Date;
  clock: Clock;
}

/** A chatty customer rings once, not at every line. */
const SOUND_EVERY_MS = 2_000;

export function createNoticeBoard({ host, settings, emit, today, clock }: Deps): NoticeBoard {
  let lastSound = Number.NEGATIVE_INFINITY;

  return {
    show(notice) {
      const { shown: visible } = settings().notifications;
      const sound = clock.now() - lastSound >= SOUND_EVERY_MS;
      if (sound) lastSound = clock.now();
      const account = host.accounts.ownName();
      const named = account === null ? notice : { ...notice, title: `${notice.title} · ${account}` };
      const { key, path, title, body } = named;
      emit.shown({ key, path, title, body, sound, visible });
      if (visible) host.notify(named);
    },
    withdraw(key) {
      host.withdraw(key);
      emit.closed({ key });
    },
    words() {
      const { language, notifications } = settings();
      return notificationTexts(language, notifications.preview);
    },
    isSilent: () => silenceOf(settings().notifications, today()) !== null,
  };
}
