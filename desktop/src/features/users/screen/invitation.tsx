import {
  type InvitationLink,
  renewInvitation,
  type UserView,
  withdrawInvitation,
} from '@balcao/shared/features/users/calls.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { OneTimeLink } from '../../../renderer/components/one-time-link.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

type Guest = Pick<UserView, 'id' | 'name' | 'email'>;
type Invitation = NonNullable<UserView['invitation']>;

const isOpen = ({ until }: Invitation) => until !== null && new Date(until) > serverNow();

/** That somebody was invited and has not come yet. */
export function InvitationPill({ invitation }: { invitation: Invitation }) {
  const { t } = useTexts();
  return isOpen(invitation) ? (
    <StatusPill tone="info">{t('users:states.invited')}</StatusPill>
  ) : (
    <StatusPill tone="warning">{t('users:states.ended')}</StatusPill>
  );
}

/** The link of an invitation, this once. */
export function NewInvitation({ guest, invited }: { guest: Guest; invited: InvitationLink }) {
  const { t } = useTexts();
  const format = useFormat();
  const facts = { name: guest.name, email: guest.email, until: format.moment(invited.until) };
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">{invited.mailed ? t('users:invitedMailed', facts) : t('users:invited', facts)}</Text>
      <OneTimeLink link={invited.link} />
    </Stack>
  );
}

/** How the invitation of a person stands; it may be renewed and withdrawn. */
export function PendingInvitation({ guest, invitation }: { guest: Guest; invitation: Invitation }) {
  const { t } = useTexts();
  const [isWithdrawn, setWithdrawn] = useState(invitation.until === null);
  const renew = useApiCommand(renewInvitation);
  const withdraw = useApiCommand(withdrawInvitation);
  const params = { userId: guest.id };
  const onWithdrawn = () => {
    renew.reset();
    setWithdrawn(true);
    showToast(t('users:invitation.isWithdrawn'));
  };
  const open = !isWithdrawn && (renew.data !== undefined || isOpen(invitation));
  return (
    <Stack gap="sm">
      {renew.data && !isWithdrawn ? (
        <NewInvitation guest={guest} invited={renew.data} />
      ) : (
        <State invitation={isWithdrawn ? { until: null, mailedAt: null } : invitation} />
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={renew.isPending}
          onClick={() => renew.mutate({ params }, { onSuccess: () => setWithdrawn(false) })}
        >
          {t('users:invitation.renew')}
        </Button>
        {open ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ params }, { onSuccess: onWithdrawn })}
          >
            {t('users:invitation.withdraw')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

function State({ invitation }: { invitation: Invitation }) {
  const { t } = useTexts();
  const format = useFormat();
  const { until, mailedAt } = invitation;
  if (until === null) return <Text size="sm">{t('users:invitation.withdrawn')}</Text>;
  if (!isOpen(invitation)) return <Text size="sm">{t('users:invitation.ended')}</Text>;
  return (
    <Text size="sm">
      {t('users:invitation.open', { until: format.moment(until) })}{' '}
      {mailedAt
        ? t('users:invitation.mailed', { at: format.moment(mailedAt) })
        : t('users:invitation.notMailed')}
    </Text>
  );
}
