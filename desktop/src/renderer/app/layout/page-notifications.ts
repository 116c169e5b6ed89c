import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useBridgeEvent } from '../bridge-context.tsx';
import { useBridgeQuery } from '../bridge-query.ts';

/** Shows notifications as the browser does, where the program around the page cannot and the person has allowed it. */
export function usePageNotifications(): void {
  const { data: info } = useBridgeQuery('app.info', null);
  const [, navigate] = useLocation();
  const shown = useRef(new Map<string, Notification>());

  useBridgeEvent('notification.shown', ({ key, path, title, body, visible }) => {
    const { current } = shown;
    if (!visible || info?.can.notifications !== false || !mayNotify()) return;
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
    current.set(key, notification);
  });
  useBridgeEvent('notification.closed', ({ key }) => shown.current.get(key)?.close());

  useEffect(() => {
    const { current } = shown;
    return () => {
      for (const notification of current.values()) notification.close();
    };
  }, []);
}

const mayNotify = () => 'Notification' in window && Notification.permission === 'granted';
