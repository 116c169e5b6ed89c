import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ScheduleItem } from '@balcao/shared/features/schedules/bridge.ts';
import { deleteSchedule } from '@balcao/shared/features/schedules/calls.ts';
import { KEPT_DAYS } from '@balcao/shared/time/retention.ts';
import { IconCalendarTime } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useScheduling } from '../../../renderer/kit/scheduling-store.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { SchedulesTable } from './schedules-table.tsx';
import { useSchedules } from './use-schedules.ts';

/** Messages that are sent by themselves, at a chosen time. */
export function SchedulesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const pages = useSchedules(search);
  const { ask } = useScheduling();
  const askDelete = useAskDelete();
  useContactOfAddress();
  const add = <AddButton label={t('schedules:add')} onClick={() => ask()} />;

  return (
    <Page
      title={t('schedules:heading')}
      subtitle={t('schedules:subtitle', { days: KEPT_DAYS.schedules })}
      actions={
        <>
          <SearchField label={t('schedules:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{
          icon: IconCalendarTime,
          title: t('schedules:empty'),
          hint: t('schedules:emptyHint'),
          action: add,
        }}
      >
        <SchedulesTable
          schedules={pages.rows}
          own={user.id}
          onEdit={(schedule) => ask({ schedule })}
          onDelete={askDelete}
        />
      </ListView>
    </Page>
  );
}

/** An unsent message is cancelled, which can wait for a network; for a sent one only the record is deleted. */
function useAskDelete(): (schedule: ScheduleItem) => void {
  const { t } = useTexts();
  const confirmDelete = useConfirmDelete();
  const cancel = useBridgeCommand('schedules.cancel');
  const remove = useApiCommand(deleteSchedule);
  return ({ id, contact, body, sentAt }) => {
    const what = `${contact.name}: ${body.slice(0, 200)}`;
    if (sentAt === null) confirmDelete(what, () => cancel.mutateAsync({ id }), t('schedules:cancelled'));
    else confirmDelete(what, () => remove.mutateAsync({ params: { scheduleId: id } }));
  };
}

/** `?contactId=` opens the dialog for that person, once. */
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
