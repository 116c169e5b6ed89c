import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, CloseButton } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const CONNECTIONS = '/connections';

/** Tells who manages connections that customers block and report a number: until put away, and anew when it comes back. */
export function LowQuality({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [location] = useLocation();
  const { data: connections = [] } = useRows('connection', { enabled: can(user, 'connections:manage') });
  const [put, setPut] = useState<readonly number[]>([]);
  const low = connections.filter(({ quality }) => quality === 'red');
  // One that is well again is news when it falls.
  const still = put.filter((id) => low.some((connection) => connection.id === id));
  if (still.length < put.length) setPut(still);
  const first = low.find(({ id }) => !put.includes(id));
  if (!first || location === CONNECTIONS) return null;
  return (
    <NoticeBar
      icon={IconMoodSad}
      warning
      testId="low-quality"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => navigate(CONNECTIONS)}>
            {t('connections:quality.see')}
          </Button>
          <CloseButton
            size="sm"
            aria-label={t('connections:quality.close')}
            onClick={() => setPut([...put, first.id])}
          />
        </>
      }
    >
      {t('connections:quality.notice', { name: first.name })}
    </NoticeBar>
  );
}
