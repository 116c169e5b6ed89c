import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { CampaignRow } from '@balcao/shared/features/campaigns/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, CloseButton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const reportOf = ({ id }: CampaignRow) => `/campaign/${id}/report`;
/** A campaign that is restricted again is news again. */
const newsOf = ({ id, updatedAt }: CampaignRow) => `${id} ${updatedAt}`;

/**
 * Tells who manages campaigns that WhatsApp has restricted the number of one, which waits for a person: until put away.
 * Its report says it in its own words.
 */
export function RestrictedCampaigns({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: campaigns = [] } = useRows('campaign', { enabled: can(user, 'campaigns:manage') });
  const [location] = useLocation();
  const [put, setPut] = useState<readonly string[]>([]);
  const restricted = campaigns.filter(
    (campaign) =>
      campaign.status === 'EM_ANDAMENTO' &&
      campaign.pausedReason === 'restricted' &&
      reportOf(campaign) !== location &&
      !put.includes(newsOf(campaign)),
  );
  const [first, ...others] = restricted;
  if (!first) return null;
  const isOne = others.length === 0;
  const path = isOne ? reportOf(first) : '/campaigns';
  return (
    <NoticeBar
      icon={IconSpeakerphone}
      warning
      testId="restricted-campaigns"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => navigate(path)}>
            {t('banRisk:restricted.see', { count: restricted.length })}
          </Button>
          <CloseButton
            size="sm"
            aria-label={t('banRisk:restricted.close')}
            onClick={() => setPut([...put, ...restricted.map(newsOf)])}
          />
        </>
      }
    >
      {isOne
        ? t('banRisk:restricted.one', { name: first.name })
        : t('banRisk:restricted.many', { count: restricted.length })}
      {isOne && first.pausedUntil
        ? ` ${t('banRisk:restricted.until', { when: format.moment(first.pausedUntil) })}`
        : null}
    </NoticeBar>
  );
}
