import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Kbd, Modal, Table } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Fragment } from 'react';
import { ProfileDialog } from '../../features/auth/profile-dialog.tsx';
import { ScheduleDialog } from '../../features/schedules/schedule-dialog.tsx';
import { NewTicketDialog } from '../../features/tickets/list/new-ticket-dialog.tsx';
import { AccountsDialog } from '../accounts/accounts-dialog.tsx';
import { useTexts } from '../use-texts.ts';
import { useLayoutDialogs } from './dialogs-store.ts';
import { FirstSteps } from './first-steps.tsx';
import { SHORTCUTS } from './shortcuts.ts';

export function LayoutDialogs({ user }: { user: SessionUser }) {
  const { open, show, close } = useLayoutDialogs();
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
      <FirstSteps user={user} />
      <ShortcutSheet opened={open === 'shortcuts'} onClose={close} />
    </>
  );
}

/** While writing it is a letter, and in a dialog it would throw away what is open. */
const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);

/** Every shortcut there is, opened by `?`. */
function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('layout:shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {SHORTCUTS.map(({ key, keys }) => (
            <Table.Tr key={key}>
              <Table.Td>{t(`layout:shortcuts.${key}`)}</Table.Td>
              <Table.Td ta="right">
                {keys.map((name, index) => (
                  <Fragment key={name}>
                    {index > 0 ? ' + ' : null}
                    <Kbd>{name}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
