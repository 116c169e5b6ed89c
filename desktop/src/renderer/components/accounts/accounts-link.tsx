import { Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTexts } from '../../kit/use-texts.ts';
import { AccountsDialog } from './accounts-dialog.tsx';
import { useAccounts } from './use-accounts.ts';

/** A link for a visitor who may be signed in to another account of this computer. */
export function AccountsLink() {
  const { t } = useTexts();
  const accounts = useAccounts();
  const [opened, { open, close }] = useDisclosure(false);
  if (accounts.length < 2) return null;
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={open}>
        {t('accounts:others')}
      </Anchor>
      <AccountsDialog opened={opened} onClose={close} />
    </>
  );
}
