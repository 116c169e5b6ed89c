import { Button, CloseButton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** A newer version is there: now, or by itself in a pause. */
export function UpdateNotice() {
  const { t } = useTexts();
  const { data: update } = useBridgeQuery('updates.get', null);
  const { mutate: install, isPending } = useBridgeCommand('updates.install');
  const [put, setPut] = useState<string | null>(null);
  if (update?.phase !== 'ready' || !update.version || update.version === put) return null;
  const { version } = update;
  return (
    <NoticeBar
      icon={IconSparkles}
      actions={
        <>
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => install(null)}>
            {t('updates:restart')}
          </Button>
          <CloseButton size="sm" aria-label={t('updates:later')} onClick={() => setPut(version)} />
        </>
      }
    >
      {t('updates:ready', { version })}
    </NoticeBar>
  );
}
