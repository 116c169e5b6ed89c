import { deletePrompt, getPromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import type { PromptRow } from '@balcao/shared/features/prompts/row.ts';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AgentHelp } from './agent-help.tsx';
import { PromptDialog } from './prompt-dialog.tsx';
import { UsageLine } from './usage-line.tsx';

/** The list reads the console's own rows: it opens at once, changes live and works without a network. */
export function PromptsPage() {
  const { t } = useTexts();
  const format = useFormat();
  const list = useSearchedList(useRows('prompt'), ({ name }) => [name]);
  const [editing, setEditing] = useState<PromptRow | 'new' | null>(null);
  const { data: queues = [] } = useRows('queue');
  const queueName = (queueId: number | null) => queues.find(({ id }) => id === queueId)?.name;
  const remove = useApiCommand(deletePrompt);
  const removeOne = async (promptId: number) => {
    await remove.mutateAsync({ params: { promptId } });
    showToast(t('prompts:deleted'), { color: 'blue' });
  };

  return (
    <ListPage
      title={t('prompts:title')}
      subtitle={t('prompts:subtitle')}
      search={t('prompts:search')}
      add={{ label: t('prompts:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{ icon: IconSparkles, title: t('prompts:empty'), hint: t('prompts:emptyHint') }}
      below={
        <>
          <UsageLine />
          {list.rows.length > 0 ? <AgentHelp /> : null}
        </>
      }
      dialog={<PromptDialog prompt={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('prompts:name'), cell: ({ name }) => name, className: cells.name },
          {
            head: t('prompts:queue'),
            cell: ({ queueId }) =>
              queueName(queueId) ?? <span className={cells.detail}>{t('prompts:noQueue')}</span>,
          },
          {
            head: t('prompts:maxTokens'),
            cell: ({ maxTokens }) => format.number(maxTokens),
            visibleFrom: 'sm',
          },
          { head: t('prompts:month.head'), cell: ({ id }) => <Month promptId={id} />, visibleFrom: 'xs' },
        ]}
        actions={(prompt) => (
          <RowActions
            edit={{
              label: t('prompts:editNamed', { name: prompt.name }),
              onClick: () => setEditing(prompt),
            }}
            remove={{
              label: t('prompts:deleteNamed', { name: prompt.name }),
              question: t('prompts:deleteHint', { name: prompt.name }),
              run: () => removeOne(prompt.id),
            }}
          />
        )}
      />
    </ListPage>
  );
}

/** What it has done this month; nothing as long as nobody knows. */
function Month({ promptId }: { promptId: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: usage } = useApiQuery(getPromptUsage, {});
  if (!usage) return null;
  const own = usage.prompts.find((one) => one.promptId === promptId);
  if (!own) return <span className={cells.detail}>{t('prompts:usage.none')}</span>;
  const tokens = own.promptTokens + own.completionTokens;
  return (
    <>
      {t('prompts:usage.answers', { count: own.answers, shown: format.number(own.answers) })}
      <div className={cells.detail}>
        {t('prompts:month.handOvers', { count: own.handOvers, shown: format.number(own.handOvers) })}
        {' · '}
        {t('prompts:usage.tokens', { count: tokens, shown: format.number(tokens) })}
      </div>
    </>
  );
}
