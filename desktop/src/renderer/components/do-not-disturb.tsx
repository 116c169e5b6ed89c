import type { NotificationSettings } from '@balcao/shared/features/preferences/notification-settings.ts';
import { silenceOf } from '@balcao/shared/features/preferences/silence.ts';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconMoon } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../kit/bridge-query.ts';
import { useFormat } from '../kit/format.ts';
import { useTexts } from '../kit/use-texts.ts';

const MINUTE_MS = 60_000;
/** The interval of checks of the clock. */
const LOOK_EVERY_MS = 20_000;
const PAUSES = [30, 60, 240] as const;

export function useNotificationSettings() {
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate } = useBridgeCommand('settings.set');
  const value = settings?.notifications;
  const save = (change: Partial<NotificationSettings>) => {
    if (value) mutate({ notifications: { ...value, ...change } });
  };
  return { value, save };
}

/** Why nothing may disturb the person now, as long as it lasts. */
export function useSilence(): 'paused' | 'quietHours' | null {
  const { value } = useNotificationSettings();
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const timer = window.setInterval(look, LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return value ? silenceOf(value, new Date()) : null;
}

/** "Do not disturb", for a while or until it is switched off. */
export function DoNotDisturb() {
  const { t } = useTexts();
  const format = useFormat();
  const silence = useSilence();
  const { value, save } = useNotificationSettings();
  const until = value?.pausedUntil ?? null;
  if (silence === 'paused')
    return (
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconMoon size={14} aria-hidden />}
        onClick={() => save({ pausedUntil: null })}
      >
        {until === null || until === 'switchedOff'
          ? t('preferences:pause.endNow')
          : t('preferences:pause.endNowUntil', { time: format.time(until) })}
      </Button>
    );
  const pause = (minutes: number) =>
    save({ pausedUntil: new Date(Date.now() + minutes * MINUTE_MS).toISOString() });
  return (
    // Rendered inside a surrounding popover: outside, its click would close that one first, and hit nothing.
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconMoon size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('preferences:pause.start')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PAUSES.map((minutes) => (
          <Menu.Item key={minutes} onClick={() => pause(minutes)}>
            {minutes < 60
              ? t('preferences:pause.minutes', { count: minutes })
              : t('preferences:pause.hours', { count: minutes / 60 })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => save({ pausedUntil: 'switchedOff' })}>
          {t('preferences:pause.switchedOff')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
