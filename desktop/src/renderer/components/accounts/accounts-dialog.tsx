import type { Account } from '@balcao/shared/features/accounts/bridge.ts';
import { ActionIcon, Badge, Button, Modal, Text, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { PersonAvatar } from '../person-avatar.tsx';
import { StatusPill } from '../status-pill.tsx';
import classes from './accounts.module.css';
import { useAccounts, useOpenAccount } from './use-accounts.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The accounts of this computer, the unread tickets of each, and the way to another one. */
export function AccountsDialog({ opened, onClose }: Props) {
  const { t } = useTexts();
  const accounts = useAccounts(opened);
  const { add, isPending } = useOpenAccount();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('accounts:title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text size="sm" c="var(--text-muted)">
        {t('accounts:hint')}
      </Text>
      <ul className={classes.list} aria-label={t('accounts:title')}>
        {accounts.map((account) => (
          <AccountRow key={account.profile} account={account} />
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={isPending}
        onClick={add}
      >
        {t('accounts:add')}
      </Button>
    </Modal>
  );
}

function AccountRow({ account }: { account: Account }) {
  const { t } = useTexts();
  const { open, isPending } = useOpenAccount();
  const { profile, own, person, unread } = account;
  const name = useAccountName(account);
  return (
    <li className={classes.account}>
      <PersonAvatar name={person ?? '#'} url={null} size={36} />
      <div className={classes.about}>
        <span className={classes.person}>{person ?? t('accounts:nobody')}</span>
        <span className={classes.place}>{placeOf(account) || t('accounts:noServer')}</span>
      </div>
      {unread ? <Badge aria-label={t('accounts:unread', { count: unread })}>{unread}</Badge> : null}
      {own ? (
        <StatusPill tone="neutral">{t('accounts:own')}</StatusPill>
      ) : (
        <>
          <Button
            size="compact-sm"
            variant="light"
            loading={isPending}
            aria-label={t('accounts:openNamed', { name })}
            onClick={() => open(profile)}
          >
            {t('accounts:open')}
          </Button>
          <RemoveAccount account={account} />
        </>
      )}
    </li>
  );
}

function RemoveAccount({ account }: { account: Account }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useBridgeCommand('accounts.remove');
  const name = useAccountName(account);
  const { profile, queued } = account;
  const remove = () =>
    mutateAsync({ profile }).then(
      () => client.invalidateQueries({ queryKey: ['accounts.list'] }),
      () => {
        // A toast has reported it.
      },
    );
  const ask = () =>
    modals.openConfirmModal({
      title: t('accounts:removeTitle', { name }),
      children: (
        <>
          <Text size="sm">{t('accounts:removeHint')}</Text>
          {queued > 0 ? (
            <Text size="sm" fw={600} mt="xs">
              {t('accounts:removeQueued', { count: queued })}
            </Text>
          ) : null}
        </>
      ),
      labels: { confirm: t('accounts:remove'), cancel: t('common:cancel') },
      confirmProps: { color: 'red.8' },
      // The question opens over the list.
      zIndex: 300,
      onConfirm: () => void remove(),
    });
  return (
    <Tooltip label={t('accounts:remove')}>
      <ActionIcon aria-label={t('accounts:removeNamed', { name })} loading={isPending} onClick={ask}>
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

function useAccountName(account: Account): string {
  const { t } = useTexts();
  return [account.person, placeOf(account)].filter(Boolean).join(', ') || t('accounts:nobody');
}

const placeOf = ({ company, serverUrl }: Account): string =>
  [company, serverUrl.replace(/^https?:\/\//, '')].filter(Boolean).join(' · ');
