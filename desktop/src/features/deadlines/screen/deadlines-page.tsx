import {
  deleteDeadlinePolicy,
  orderDeadlinePolicies,
  updateDeadlinePolicy,
} from '@balcao/shared/features/deadlines/calls.ts';
import type { DeadlinePolicyRow } from '@balcao/shared/features/deadlines/row.ts';
import { Switch, Text } from '@mantine/core';
import { IconStopwatch } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { MoveHandle } from '../../../renderer/components/move-handle.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useOwnOrder } from '../../../renderer/kit/use-own-order.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './deadlines.module.css';
import { PolicyDialog } from './policy-dialog.tsx';
import { usePolicyWords } from './use-policy-words.ts';

/** The policies in their order, from the console's own rows. */
export function DeadlinesPage() {
  const { t } = useTexts();
  const words = usePolicyWords();
  const read = useRows('deadlinePolicy');
  const ordering = useApiCommand(orderDeadlinePolicies);
  const order = useOwnOrder(read.data ?? [], (deadlinePolicyIds) =>
    ordering.mutateAsync({ body: { deadlinePolicyIds } }),
  );
  const remove = useApiCommand(deleteDeadlinePolicy);
  const [editing, setEditing] = useState<DeadlinePolicyRow | 'new' | null>(null);
  return (
    <ListPage
      title={t('deadlines:title')}
      subtitle={t('deadlines:subtitle')}
      add={{ label: t('deadlines:add'), onClick: () => setEditing('new') }}
      list={{ ...read, rows: order.rows }}
      empty={{
        icon: IconStopwatch,
        title: t('deadlines:empty'),
        hint: t('deadlines:emptyHint'),
        example: t('deadlines:example'),
      }}
      above={
        order.rows.length > 1 ? (
          <Text size="sm" c="var(--text-muted)">
            {t('deadlines:orderHint')}
          </Text>
        ) : null
      }
      dialog={<PolicyDialog policy={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={order.rows}
        columns={[
          {
            head: t('deadlines:policy'),
            cell: (policy) => (
              <div className={classes.policy}>
                <MoveHandle
                  id={policy.id}
                  index={order.rows.indexOf(policy)}
                  label={t('deadlines:move', { name: policy.name })}
                  hint={t('deadlines:moveHint')}
                  onPlace={order.place}
                />
                <div>
                  <div className={cells.name}>{policy.name}</div>
                  <div className={cells.detail}>{words.times(policy)}</div>
                  <Resting policy={policy} />
                </div>
              </div>
            ),
          },
          { head: t('deadlines:tickets'), visibleFrom: 'sm', cell: (policy) => words.tickets(policy) },
          { head: t('deadlines:active'), cell: (policy) => <PolicySwitch policy={policy} /> },
        ]}
        actions={(policy) => (
          <RowActions
            edit={{
              label: t('deadlines:editNamed', { name: policy.name }),
              onClick: () => setEditing(policy),
            }}
            remove={{
              label: t('deadlines:deleteNamed', { name: policy.name }),
              question: t('deadlines:deleteHint'),
              run: () => remove.mutateAsync({ params: { deadlinePolicyId: policy.id } }),
              gone: t('deadlines:deleted'),
            }}
          />
        )}
      />
    </ListPage>
  );
}

function Resting({ policy: { restingSince } }: { policy: DeadlinePolicyRow }) {
  const { t } = useTexts();
  const format = useFormat();
  if (restingSince === null) return null;
  return (
    <span title={t('deadlines:restingHint', { when: format.moment(restingSince) })}>
      <StatusPill tone="warning">{t('deadlines:resting')}</StatusPill>
    </span>
  );
}

/** One that rests is off until it is mended. */
function PolicySwitch({ policy }: { policy: DeadlinePolicyRow }) {
  const { t } = useTexts();
  const update = useApiCommand(updateDeadlinePolicy);
  return (
    <Switch
      aria-label={t('deadlines:switchNamed', { name: policy.name })}
      checked={policy.active && policy.restingSince === null}
      disabled={update.isPending}
      onChange={(event) =>
        update.mutate({
          params: { deadlinePolicyId: policy.id },
          body: { active: event.currentTarget.checked },
        })
      }
    />
  );
}
