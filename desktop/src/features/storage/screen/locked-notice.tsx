import { Button, CloseButton } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useState } from 'react';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Warns that drafts here cannot be decrypted any more: at every start, until it is dismissed. */
export function LockedNotice() {
  const { t } = useTexts();
  const { data: protection } = useBridgeQuery('storage.protection', null);
  const [put, setPut] = useState(false);
  if (put || !protection || protection.locked === 0) return null;
  return (
    <NoticeBar
      icon={IconKeyOff}
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => navigate('/preferences/storage')}>
            {t('preferences:storage.lockedSee')}
          </Button>
          <CloseButton
            size="sm"
            aria-label={t('preferences:storage.lockedLater')}
            onClick={() => setPut(true)}
          />
        </>
      }
    >
      {t('preferences:storage.lockedNotice')}
    </NoticeBar>
  );
}
