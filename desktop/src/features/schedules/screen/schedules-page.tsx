import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { SCHEDULES_KEPT_DAYS } from '@balcao/shared/features/schedules/limits.ts';
import { IconCalendarTime } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useScheduling } from '../../../renderer/kit/scheduling-store.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { SchedulesTable } from './schedules-table.tsx';
import { useSchedules } from './use-schedules.ts';

/** Messages that are sent by themselves, at a chosen time. */
export function SchedulesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const list = useSchedules();
  const { ask } = useScheduling();
  useContactOfAddress();

  return (
    <ListPage
      title={t('schedules:heading')}
      subtitle={t('schedules:subtitle', { days: SCHEDULES_KEPT_DAYS })}
      search={t('schedules:search')}
      add={{ label: t('schedules:add'), onClick: () => ask() }}
      list={list}
      empty={{
        icon: IconCalendarTime,
        title: t('schedules:empty'),
        hint: t('schedules:emptyHint'),
        example: t('schedules:example'),
      }}
    >
      <SchedulesTable schedules={list.rows} own={user.id} onEdit={(schedule) => ask({ schedule })} />
    </ListPage>
  );
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
