import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { deleteSchedule } from '@balcao/shared/api/schedules.ts';
import type { ScheduleItem } from '@balcao/shared/bridge/schedules.ts';
import { Button } from '@mantine/core';
import { IconCalendarTime, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useApiCommand } from '../../app/api-query.ts';
import { useBridgeCommand, useBridgeQuery } from '../../app/bridge-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { useScheduling } from '../../app/scheduling-store.ts';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { Page, Panel } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateView } from '../../components/state-view.tsx';
import { SchedulesTable } from './schedules-table.tsx';
import { useSchedules } from './use-schedules.ts';

/** Messages that go out by themselves (specification document 2, section 2, "Schedules page"). */
export function SchedulesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const pages = useSchedules(search);
  const { ask } = useScheduling();
  const askDelete = useAskDelete();
  useContactOfAddress();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask()}>
      {t('schedules:add')}
    </Button>
  );

  return (
    <Page
      title={t('schedules:title')}
      subtitle={t('schedules:subtitle')}
      actions={
        <>
          <SearchField label={t('schedules:search')} clearLabel={t('common:clear')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <QueryView query={pages}>
        {() =>
          pages.rows.length > 0 ? (
            <Panel>
              <SchedulesTable
                schedules={pages.rows}
                own={user.id}
                onEdit={(schedule) => ask({ schedule })}
                onDelete={askDelete}
              />
              <LoadMore pages={pages} />
            </Panel>
          ) : search ? (
            <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
          ) : (
            <StateView
              icon={IconCalendarTime}
              title={t('schedules:empty')}
              hint={t('schedules:emptyHint')}
              action={add}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

/** What is not sent yet is cancelled, which can wait for a network; of what was sent only the record goes. */
function useAskDelete(): (schedule: ScheduleItem) => void {
  const { t } = useTexts();
  const confirmDelete = useConfirmDelete();
  const cancel = useBridgeCommand('schedules.cancel');
  const remove = useApiCommand(deleteSchedule);
  return ({ id, contact, body, sentAt }) =>
    confirmDelete(`${contact.name}: ${body.slice(0, 200)}`, () => {
      const gone =
        sentAt === null ? cancel.mutateAsync({ id }) : remove.mutateAsync({ params: { scheduleId: id } });
      gone.then(
        () => showToast(sentAt === null ? t('schedules:cancelled') : t('common:success')),
        () => {},
      );
    });
}

/** `?contactId=` opens the dialog for that person (specification document 2, section 1), once. */
function useContactOfAddress(): void {
  const [path, navigate] = useLocation();
  const id = Number(new URLSearchParams(useSearch()).get('contactId'));
  const isNamed = Number.isSafeInteger(id) && id > 0;
  const { data: contact } = useBridgeQuery('contacts.get', { id }, { enabled: isNamed });
  const { ask } = useScheduling();
  useEffect(() => {
    if (!contact || !isNamed) return;
    ask({ contact: { id: contact.id, name: contact.name, number: contact.number } });
    // Without it the dialog would open again at the next visit.
    navigate(`${path}?`, { replace: true });
  }, [contact, isNamed, ask, navigate, path]);
}
