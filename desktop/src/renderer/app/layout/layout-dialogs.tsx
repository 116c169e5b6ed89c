import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { useWindowEvent } from '@mantine/hooks';
import { AccountsDialog } from '../../components/accounts/accounts-dialog.tsx';
import { useLayoutDialogs } from '../../kit/dialogs-store.ts';
import { FEATURES } from '../features.ts';
import { Pieces } from './pieces.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

export function LayoutDialogs({ user }: { user: SessionUser }) {
  const { open, show, close } = useLayoutDialogs();
  useWindowEvent('keydown', (event) => {
    // The key is known by what it writes, not by where it lies: every layout has its question mark elsewhere.
    if (event.key === '?' && !isBusy(event.target)) show('shortcuts');
  });
  return (
    <>
      <Pieces of="Dialog" features={FEATURES} user={user} />
      <AccountsDialog opened={open === 'accounts'} onClose={close} />
      <ShortcutSheet opened={open === 'shortcuts'} onClose={close} />
    </>
  );
}

/** While writing it is a letter, and in a dialog it would throw away what is open. */
const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);
