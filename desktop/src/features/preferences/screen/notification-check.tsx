import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './preferences.module.css';

type Permission = NotificationPermission | 'host' | 'missing';

/** Requests missing permissions from the browser, and shows whether a notification really arrives. */
export function NotificationCheck() {
  const { t } = useTexts();
  const { data: info } = useBridgeQuery('app.info', null);
  const { mutate: test } = useBridgeCommand('notifications.test');
  const [permission, setPermission] = useState<Permission>(pagePermission);
  if (!info) return null;
  const state: Permission = info.can.notifications ? 'host' : permission;
  const ask = async () => setPermission(await Notification.requestPermission());
  if (state === 'default')
    return (
      <Button variant="default" onClick={ask}>
        {t('preferences:check.allow')}
      </Button>
    );
  return (
    <div className={classes.check}>
      <Button variant="default" onClick={() => test(null)}>
        {t('preferences:check.try')}
      </Button>
      {state === 'missing' || state === 'denied' ? (
        <Text size="sm" c="dimmed" role="status">
          {t(`preferences:check.${state}`)}
        </Text>
      ) : null}
    </div>
  );
}

const pagePermission = (): Permission => ('Notification' in window ? Notification.permission : 'missing');
