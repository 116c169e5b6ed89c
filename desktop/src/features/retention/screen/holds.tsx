import { type Hold, listHolds, removeHold } from '@balcao/shared/features/retention/calls.ts';
import { Button, Group, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useHoldQuestion } from '../../../renderer/kit/hold-store.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './retention.module.css';

/** What must not go, whoever wants it and however old it is. */
export function Holds() {
  const { t } = useTexts();
  const format = useFormat();
  const pages = useApiPages(listHolds, {}, ({ holds }) => holds);
  const remove = useApiCommand(removeHold);
  const ask = useHoldQuestion((question) => question.ask);
  const add = (
    <Button variant="default" onClick={() => ask('anything')}>
      {t('retention:addHold')}
    </Button>
  );
  const of = ({ ticketId }: Hold) =>
    ticketId === null ? t('retention:wholeContact') : t('retention:ofTicket', { id: ticketId });
  return (
    <section aria-label={t('retention:holds')}>
      <Group justify="space-between" mb="xs">
        <div className={classes.about}>
          <Title order={2} size="h5">
            {t('retention:holds')}
          </Title>
          <p className={classes.hint}>{t('retention:holdsHint')}</p>
        </div>
        {pages.rows.length > 0 ? add : null}
      </Group>
      <ListView list={pages} empty={{ icon: IconLock, title: t('retention:noHolds') }} action={add}>
        <ListTable
          rows={pages.rows}
          columns={[
            {
              head: t('retention:contact'),
              cell: (hold) => (
                <div>
                  <div className={cells.name}>{hold.contactName}</div>
                  <div className={cells.detail}>{of(hold)}</div>
                </div>
              ),
            },
            {
              head: t('retention:reason'),
              cell: ({ reason, userName, createdAt }) => (
                <div>
                  <div>{reason}</div>
                  <div className={cells.detail}>
                    {t('retention:heldBy', { name: userName, when: format.date(createdAt) })}
                  </div>
                </div>
              ),
            },
          ]}
          actions={({ id, contactName }) => (
            <RowActions
              remove={{
                label: t('retention:removeHold', { name: contactName }),
                question: t('retention:removeHoldHint'),
                run: () => remove.mutateAsync({ params: { holdId: id } }),
              }}
            />
          )}
        />
      </ListView>
    </section>
  );
}
