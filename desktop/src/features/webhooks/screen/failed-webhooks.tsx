import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, CloseButton } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const PATH = '/webhooks';
/** One that is switched off again is news again. */
const newsOf = ({ id, failedAt }: WebhookRow) => `${id} ${failedAt}`;

/** Tells who manages webhooks that the server has switched one off, until put away. Their page says it by itself. */
export function FailedWebhooks({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { data: webhooks = [] } = useRows('webhook', { enabled: can(user, 'webhooks:manage') });
  const [location] = useLocation();
  const [put, setPut] = useState<readonly string[]>([]);
  const failed = webhooks.filter((webhook) => webhook.failedAt && !put.includes(newsOf(webhook)));
  const [first, ...others] = failed;
  if (!first || location === PATH) return null;
  return (
    <NoticeBar
      icon={IconWebhookOff}
      warning
      testId="failed-webhooks"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => navigate(PATH)}>
            {t('webhooks:off.see')}
          </Button>
          <CloseButton
            size="sm"
            aria-label={t('webhooks:off.close')}
            onClick={() => setPut([...put, ...failed.map(newsOf)])}
          />
        </>
      }
    >
      {others.length === 0
        ? t('webhooks:off.one', { name: first.name })
        : t('webhooks:off.many', { count: failed.length })}
    </NoticeBar>
  );
}
