import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Tabs } from '@mantine/core';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  user: SessionUser;
  shown: 'articles' | 'unanswered';
}

/** What there is, and what is missing, for those who write articles. */
export function KnowledgeTabs({ user, shown }: Props) {
  const { t } = useTexts();
  if (!can(user, 'knowledge:write')) return null;
  return (
    <Tabs
      value={shown}
      onChange={(tab) => navigate(tab === 'unanswered' ? '/knowledge/unanswered' : '/knowledge')}
    >
      <Tabs.List>
        <Tabs.Tab value="articles">{t('knowledge:articles')}</Tabs.Tab>
        <Tabs.Tab value="unanswered">{t('knowledge:unanswered.title')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
