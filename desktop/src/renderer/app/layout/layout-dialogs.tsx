import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { useWindowEvent } from '@mantine/hooks';
import { AnnouncementNotice } from '../../../features/announcements/screen/announcement-notice.tsx';
import { ProfileDialog } from '../../../features/auth/screen/profile-dialog.tsx';
import { ShareDialog } from '../../../features/chats/screen/share-dialog.tsx';
import { FirstSteps } from '../../../features/first-steps/screen/first-steps.tsx';
import { NewQuickMessageDialog } from '../../../features/quick-messages/screen/quick-message-dialog.tsx';
import { ScheduleDialog } from '../../../features/schedules/screen/schedule-dialog.tsx';
import { NewTicketDialog } from '../../../features/ticket-list/screen/acts/new-ticket-dialog.tsx';
import { NewTodoDialog } from '../../../features/todolist/screen/new-todo-dialog.tsx';
import { AccountsDialog } from '../../components/accounts/accounts-dialog.tsx';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useLayoutDialogs } from '../../kit/dialogs-store.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

export function LayoutDialogs({ user }: { user: SessionUser }) {
  const { open, show, close } = useLayoutDialogs();
  const { data: settings } = useBridgeQuery('settings.get', null);
  useWindowEvent('keydown', (event) => {
    // By what is written, not by where the key lies: every layout has its question mark elsewhere.
    if (event.key === '?' && !isBusy(event.target)) show('shortcuts');
  });
  return (
    <>
      <ProfileDialog user={user} opened={open === 'profile'} onClose={close} />
      <AccountsDialog opened={open === 'accounts'} onClose={close} />
      <NewTicketDialog user={user} />
      <ScheduleDialog />
      <NewQuickMessageDialog own={user.id} />
      <NewTodoDialog />
      <ShareDialog userId={user.id} />
      <FirstSteps user={user} />
      <AnnouncementNotice waits={settings?.firstSteps !== false} />
      <ShortcutSheet opened={open === 'shortcuts'} onClose={close} />
    </>
  );
}

/** While writing it is a letter, and in a dialog it would throw away what is open. */
const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);
