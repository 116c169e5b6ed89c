import { isErrorCode } from '@balcao/shared/errors.ts';
import { refusalKey } from '@balcao/shared/sync/command-texts.ts';
import { MUTATION_NAMES, type MutationName } from '@balcao/shared/sync/commands.ts';
import { useEffect, useRef } from 'react';
import { useBridgeEvent } from '../../kit/bridge-context.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { navigate } from '../../kit/navigate.ts';
import { playNotification } from '../../kit/notification-sound.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { FEATURES } from '../features.ts';
import { usePageNotifications } from './page-notifications.tsx';

/** A burst of messages rings once. */
const SOUND_PAUSE_MS = 2_000;

const isMutationName = (name: string): name is MutationName => MUTATION_NAMES.some((known) => known === name);

/** Handles the core's events: a sound, a place to open, a refused command, and the count in the title. */
export function CoreEvents() {
  const { t } = useTexts();
  const errorText = useErrorText();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { data: counts } = useBridgeQuery('tickets.counts', null);
  const { data: status } = useBridgeQuery('sync.status', null);
  const { mutate: wasTold } = useBridgeCommand('storage.told');
  const lastSoundAt = useRef(Number.NEGATIVE_INFINITY);
  const unread = counts?.unread ?? 0;

  useEffect(() => {
    document.title = unread > 0 ? t('layout:titleUnread', { count: unread }) : t('layout:title');
    return () => {
      document.title = t('layout:title');
    };
  }, [unread, t]);

  useBridgeEvent('notification.shown', ({ sound }) => {
    const now = performance.now();
    if (!sound || now - lastSoundAt.current < SOUND_PAUSE_MS) return;
    lastSoundAt.current = now;
    playNotification(settings?.notificationVolume ?? 1);
  });

  const setAside = status?.setAside ?? null;
  useEffect(() => {
    if (!setAside) return;
    showToast(t(`layout:setAside.${setAside}`), {
      title: t(setAside === 'away' ? 'layout:setAside.awayTitle' : 'layout:setAside.title'),
      stays: true,
    });
    wasTold(null);
  }, [setAside, wasTold, t]);

  usePageNotifications();
  useBridgeEvent('navigate.to', ({ path }) => navigate(path));

  useBridgeEvent('mutation.rejected', ({ ticketId, name, code: told, params }) => {
    const code = isErrorCode(told) ? told : 'ERR_INTERNAL';
    if (FEATURES.some((feature) => feature.takesRefusal?.(ticketId, code, params))) return;
    const message = errorText(code, params);
    showToast(message, {
      color: 'red',
      stays: true,
      ...(isMutationName(name) ? { title: t(refusalKey(name)) } : {}),
    });
  });

  return null;
}
