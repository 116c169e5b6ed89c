import {
  deleteEvaluation,
  type Evaluation,
  listEvaluations,
} from '@balcao/shared/features/evaluations/calls.ts';
import { EVALUATIONS_KEPT_DAYS } from '@balcao/shared/features/evaluations/rules.ts';
import { Button, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { evaluationPath } from './evaluation-path.ts';
import { EvaluationState, useResult } from './result.tsx';
import { StartDialog } from './start-dialog.tsx';

/** Prompts tried on what customers have asked, the newest first. */
export function EvaluationsPage() {
  const { t } = useTexts();
  const pages = useApiPages(listEvaluations, {}, (page) => page.evaluations);
  const [isStarting, setIsStarting] = useState(false);
  return (
    <ListPage
      title={t('evaluations:title')}
      subtitle={t('evaluations:subtitle')}
      add={{ label: t('evaluations:add'), onClick: () => setIsStarting(true) }}
      list={pages}
      empty={{ icon: IconScale, title: t('evaluations:empty'), hint: t('evaluations:emptyHint') }}
      below={
        pages.rows.length > 0 ? (
          <Text size="xs" c="dimmed" mt="xs">
            {t('evaluations:kept', { days: EVALUATIONS_KEPT_DAYS })}
          </Text>
        ) : null
      }
      dialog={<StartDialog opened={isStarting} onClose={() => setIsStarting(false)} />}
    >
      <EvaluationTable evaluations={pages.rows} />
    </ListPage>
  );
}

function EvaluationTable({ evaluations }: { evaluations: readonly Evaluation[] }) {
  const { t } = useTexts();
  const format = useFormat();
  const resultOf = useResult();
  const remove = useApiCommand(deleteEvaluation);
  const named = ({ promptName: name, at }: Evaluation) => ({ name, date: format.moment(at) });
  return (
    <ListTable
      rows={evaluations}
      columns={[
        {
          head: t('evaluations:prompt'),
          cell: ({ promptName, at, userName }) => (
            <>
              <div className={cells.name}>{promptName}</div>
              <div className={cells.detail}>
                {userName === null
                  ? format.moment(at)
                  : t('evaluations:by', { date: format.moment(at), name: userName })}
              </div>
            </>
          ),
        },
        {
          head: t('evaluations:state'),
          visibleFrom: 'xs',
          cell: (evaluation) => <EvaluationState evaluation={evaluation} />,
        },
        { head: t('evaluations:result'), visibleFrom: 'sm', cell: resultOf },
      ]}
      actions={(evaluation) => (
        <RowActions
          remove={{
            label: t('evaluations:deleteNamed', named(evaluation)),
            question: t('evaluations:deleteHint', named(evaluation)),
            run: () => remove.mutateAsync({ params: { evaluationId: evaluation.id } }),
            gone: t('evaluations:deleted'),
          }}
        >
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('evaluations:openNamed', named(evaluation))}
            onClick={() => navigate(evaluationPath(evaluation.id))}
          >
            {t('evaluations:open')}
          </Button>
        </RowActions>
      )}
    />
  );
}
