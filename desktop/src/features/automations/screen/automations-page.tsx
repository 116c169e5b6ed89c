import {
  countAutomations,
  deleteAutomation,
  orderAutomations,
  updateAutomation,
} from '@balcao/shared/features/automations/calls.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import { Anchor, Box, Switch } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { MoveHandle } from '../../../renderer/components/move-handle.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useOwnOrder } from '../../../renderer/kit/use-own-order.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AutomationDialog, type Edited, EMPTY } from './automation-dialog.tsx';
import classes from './automations.module.css';
import { RuleTemplates } from './rule-templates.tsx';
import { RunsDialog } from './runs-dialog.tsx';
import { useSentence } from './use-sentence.ts';

/** The rules in the order in which they look, from the console's own rows. @param opened the one that an address names */
export function AutomationsPage({ opened }: { opened: number | null }) {
  const { t } = useTexts();
  const sentence = useSentence();
  const read = useRows('automation');
  const ordering = useApiCommand(orderAutomations);
  const order = useOwnOrder(read.data ?? [], (automationIds) =>
    ordering.mutateAsync({ body: { automationIds } }),
  );
  const list = useSearchedList({ ...read, data: read.data && order.rows }, (rule) => [
    rule.name,
    sentence(rule),
  ]);
  const counts = useApiQuery(countAutomations, {});
  const remove = useApiCommand(deleteAutomation);
  const [editing, setEditing] = useState<Edited | null>(null);
  const named = order.rows.find(({ id }) => id === opened) ?? null;
  const close = () => {
    setEditing(null);
    if (opened !== null) navigate('/automations');
  };
  const placeOf = ({ id }: AutomationRow) => order.rows.findIndex((rule) => rule.id === id);
  const [looking, setLooking] = useState<AutomationRow | null>(null);
  const timesOf = (rule: AutomationRow) => (
    <Times
      rule={rule}
      count={counts.data && (counts.data.counts.find((one) => one.automationId === rule.id)?.count ?? 0)}
      onShow={() => setLooking(rule)}
    />
  );
  return (
    <ListPage
      title={t('automations:title')}
      subtitle={t('automations:subtitle')}
      search={t('automations:search')}
      add={{ label: t('automations:add'), onClick: () => setEditing(EMPTY) }}
      list={list}
      empty={{
        icon: IconWand,
        title: t('automations:empty'),
        hint: t('automations:emptyHint'),
        example: t('automations:example'),
      }}
      below={read.data?.length === 0 ? <RuleTemplates onUse={setEditing} /> : null}
      dialog={
        <>
          <AutomationDialog rule={editing ?? named} onClose={close} />
          <RunsDialog rule={looking} onClose={() => setLooking(null)} />
        </>
      }
    >
      <ListTable
        rows={list.rows}
        columns={[
          {
            head: t('automations:rule'),
            cell: (rule) => (
              <div className={classes.rule}>
                {list.isNarrowed ? null : (
                  <MoveHandle
                    id={rule.id}
                    index={placeOf(rule)}
                    label={t('automations:move', { name: rule.name })}
                    hint={t('automations:moveHint')}
                    onPlace={order.place}
                  />
                )}
                <div>
                  <div className={cells.name}>{rule.name}</div>
                  <div className={cells.detail}>{sentence(rule)}</div>
                  {rule.resting ? (
                    <StatusPill tone="warning">{t(`automations:resting.${rule.resting}`)}</StatusPill>
                  ) : null}
                  <Box className={cells.detail} hiddenFrom="sm">
                    {t('automations:activity')}: {timesOf(rule)}
                  </Box>
                </div>
              </div>
            ),
          },
          {
            head: t('automations:activity'),
            visibleFrom: 'sm',
            cell: (rule) => timesOf(rule),
          },
          { head: t('automations:switch'), cell: (rule) => <RuleSwitch rule={rule} /> },
        ]}
        actions={(rule) => (
          <RowActions
            edit={{
              label: t('automations:editNamed', { name: rule.name }),
              onClick: () => setEditing(rule),
            }}
            remove={{
              label: t('automations:deleteNamed', { name: rule.name }),
              question: t('automations:deleteHint', { name: rule.name }),
              run: () => remove.mutateAsync({ params: { automationId: rule.id } }),
              gone: t('automations:deleted'),
            }}
          />
        )}
      />
    </ListPage>
  );
}

/** How often one has acted, which leads to where. @param count undefined: nobody knows yet */
function Times({
  rule,
  count,
  onShow,
}: {
  rule: AutomationRow;
  count: number | undefined;
  onShow: () => void;
}) {
  const { t } = useTexts();
  if (count === undefined) return '–';
  const times = t('automations:times', { count });
  if (count === 0) return times;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={`${rule.name}: ${times}`}
      title={t('automations:runs.see')}
      onClick={onShow}
    >
      {times}
    </Anchor>
  );
}

/** One that rests is off until it is switched on again, or mended. */
function RuleSwitch({ rule }: { rule: AutomationRow }) {
  const { t } = useTexts();
  const update = useApiCommand(updateAutomation);
  return (
    <Switch
      aria-label={t('automations:switchNamed', { name: rule.name })}
      checked={rule.active && rule.resting === null}
      disabled={update.isPending}
      onChange={(event) =>
        update.mutate({ params: { automationId: rule.id }, body: { active: event.currentTarget.checked } })
      }
    />
  );
}
