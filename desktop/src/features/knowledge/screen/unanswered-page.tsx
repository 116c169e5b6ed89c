import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  draftFromQuestion,
  dropUnanswered,
  listUnanswered,
  type UnansweredGroup,
} from '@balcao/shared/features/knowledge/unanswered.ts';
import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { articlePath } from './article-path.ts';
import { KnowledgeTabs } from './knowledge-tabs.tsx';

/** What customers asked the AI and no article answered: each becomes a draft, or goes. */
export function UnansweredPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const read = useApiQuery(listUnanswered, {});
  const rows = read.data?.groups ?? [];
  const drop = useApiCommand(dropUnanswered);
  return (
    <ListPage
      title={t('knowledge:title')}
      subtitle={t('knowledge:unanswered.subtitle')}
      above={<KnowledgeTabs user={user} shown="unanswered" />}
      list={{ ...read, rows }}
      empty={{
        icon: IconHelpCircle,
        title: t('knowledge:unanswered.empty'),
        hint: t('knowledge:unanswered.emptyHint'),
      }}
    >
      <ListTable
        rows={rows}
        columns={[
          {
            head: t('knowledge:unanswered.question'),
            cell: ({ question, others }) => (
              <>
                <div className={cells.name}>{question}</div>
                {others.map((other) => (
                  <div key={other} className={cells.detail}>
                    {other}
                  </div>
                ))}
              </>
            ),
          },
          {
            head: t('knowledge:unanswered.asked'),
            visibleFrom: 'xs',
            cell: ({ count, lastAt }) =>
              t('knowledge:unanswered.times', { count, date: format.moment(lastAt) }),
          },
        ]}
        actions={(group) => (
          <>
            <DraftButton group={group} />
            <RowActions
              remove={{
                label: t('knowledge:unanswered.dropNamed', { name: group.question }),
                question: t('knowledge:unanswered.dropHint', { name: group.question }),
                run: () => drop.mutateAsync({ params: { questionId: group.id } }),
                gone: t('knowledge:unanswered.dropped'),
              }}
            />
          </>
        )}
      />
    </ListPage>
  );
}

/** Nothing is drafted before somebody of the team has answered to the end. */
function DraftButton({ group: { id, isFinished } }: { group: UnansweredGroup }) {
  const { t } = useTexts();
  const draft = useApiCommand(draftFromQuestion);
  const run = () =>
    whenSaved(
      draft.mutateAsync({ params: { questionId: id } }),
      t('knowledge:unanswered.drafted'),
      (article) => navigate(articlePath(article.id)),
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!isFinished}
      title={isFinished ? undefined : t('knowledge:unanswered.open')}
      loading={draft.isPending}
      onClick={() => void run()}
    >
      {t('knowledge:unanswered.draft')}
    </Button>
  );
}
