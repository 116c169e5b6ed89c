import type { EventData } from '@balcao/shared/bridge/events.ts';
import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBridgeEvent } from '../../kit/bridge-context.tsx';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { navigate } from '../../kit/navigate.ts';
import { hideToast, showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';

type Notice = EventData<'notification.shown'>;

const IN_PAGE_MS = 8_000;
/** There is one at a time: the newest. */
const IN_PAGE = 'notice';

/**
 * Shows notifications as the browser does, where the program around the page cannot; and in the page itself where the
 * system shows none: it was refused, or there is nothing that could.
 */
export function usePageNotifications(): void {
  const { t } = useTexts();
  const { data: info } = useBridgeQuery('app.info', null);
  const shown = useRef(new Map<string, Notification>());
  const notices = useRef(new Map<string, Notice>());
  const inPage = useRef<string | null>(null);

  function showInPage({ key, path, title, body }: Notice): void {
    const open = () => {
      hideToast(IN_PAGE);
      navigate(path);
    };
    hideToast(IN_PAGE);
    inPage.current = key;
    showToast(
      <>
        {body ? <Text size="sm">{body}</Text> : null}
        <Button size="compact-xs" variant="light" mt={6} onClick={open}>
          {t('common:open')}
        </Button>
      </>,
      // An agent who looks elsewhere finds it on return.
      { id: IN_PAGE, title, ms: IN_PAGE_MS, stays: !document.hasFocus() },
    );
  }

  function showBySystem(notice: Notice): void {
    const { key, path, title, body } = notice;
    const { current } = shown;
    // The tag makes it one for all tabs; our own sound has a volume.
    const notification = new Notification(title, { body, tag: key, silent: true });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      navigate(path);
    });
    notification.addEventListener('close', () => {
      if (current.get(key) === notification) current.delete(key);
    });
    notification.addEventListener('error', () => showInPage(notice));
    current.set(key, notification);
  }

  useBridgeEvent('notification.shown', (notice) => {
    if (!notice.visible || !info) return;
    notices.current.set(notice.key, notice);
    // A failure shows a toast.
    if (info.can.notifications) return;
    if (info.host === 'browser' && mayNotify()) showBySystem(notice);
    else showInPage(notice);
  });
  useBridgeEvent('notification.failed', ({ key }) => {
    const notice = notices.current.get(key);
    if (notice) showInPage(notice);
  });
  useBridgeEvent('notification.closed', ({ key }) => {
    notices.current.delete(key);
    shown.current.get(key)?.close();
    if (inPage.current === key) hideToast(IN_PAGE);
  });

  useEffect(() => {
    const { current } = shown;
    return () => {
      for (const notification of current.values()) notification.close();
    };
  }, []);
}

const mayNotify = () => 'Notification' in window && Notification.permission === 'granted';
