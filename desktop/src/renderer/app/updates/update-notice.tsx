import { Button, CloseButton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../bridge-query.ts';
import { useTexts } from '../use-texts.ts';
import classes from './update-notice.module.css';

/** A newer version is there: now, or by itself in a pause. */
export function UpdateNotice() {
  const { t } = useTexts();
  const { data: update } = useBridgeQuery('updates.get', null);
  const { mutate: install, isPending } = useBridgeCommand('updates.install');
  const [put, setPut] = useState<string | null>(null);
  if (update?.phase !== 'ready' || !update.version || update.version === put) return null;
  const { version } = update;
  return (
    <div className={classes.root} role="status">
      <IconSparkles size={18} stroke={1.7} aria-hidden />
      <p className={classes.text}>{t('updates:ready', { version })}</p>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => install(null)}>
        {t('updates:restart')}
      </Button>
      <CloseButton size="sm" aria-label={t('updates:later')} onClick={() => setPut(version)} />
    </div>
  );
}
