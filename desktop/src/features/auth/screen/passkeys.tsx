import {
  addPasskey,
  getSignInWays,
  listPasskeys,
  type Passkey,
  removePasskey,
} from '@balcao/shared/features/auth/passkeys.ts';
import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { PasswordForm } from './password-form.tsx';

/** What the browser makes meanwhile shows soon. */
const LOOK_MS = 3_000;

/** The own passkeys: made in the browser, and removed here. */
export function Passkeys() {
  const { t } = useTexts();
  const [isMaking, setMaking] = useState(false);
  const ways = useApiQuery(getSignInWays, {});
  const keys = useApiQuery(listPasskeys, {}, { everyMs: isMaking ? LOOK_MS : undefined });
  if (!ways.data) return null;
  if (!ways.data.passkeyPage)
    return (
      <Stack gap="sm" mt="md">
        <Divider label={t('auth:passkeys.title')} labelPosition="left" />
        <Text size="sm" c="var(--text-muted)">
          {t('auth:passkeys.unavailable')}
        </Text>
      </Stack>
    );
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('auth:passkeys.title')} labelPosition="left" />
      <Text size="sm">{t('auth:passkeys.about')}</Text>
      <QueryView query={keys}>
        {(rows) =>
          rows.length > 0 ? (
            <Stack gap="xs">
              {rows.map((key) => (
                <Key key={key.id} passkey={key} />
              ))}
            </Stack>
          ) : (
            <Text size="sm" c="var(--text-muted)">
              {t('auth:passkeys.none')}
            </Text>
          )
        }
      </QueryView>
      <Making onOpened={() => setMaking(true)} />
    </Stack>
  );
}

function Key({ passkey: { id, name, createdAt, usedAt } }: { passkey: Passkey }) {
  const { t } = useTexts();
  const format = useFormat();
  const confirmDelete = useConfirmDelete();
  const remove = useApiCommand(removePasskey);
  const run = () => remove.mutateAsync({ params: { passkeyId: id } });
  const created = format.moment(createdAt);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="var(--text-muted)">
          {usedAt
            ? t('auth:passkeys.used', { created, used: format.moment(usedAt) })
            : t('auth:passkeys.unused', { created })}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('auth:passkeys.removeNamed', { name })}
        onClick={() => confirmDelete(name, run, t('auth:passkeys.removed'))}
      >
        {t('common:delete')}
      </Button>
    </Group>
  );
}

/** The password first: whoever has a key needs no password any more. */
function Making({ onOpened }: { onOpened: () => void }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const add = useApiCommand(addPasskey, { quiet: true });
  const opened = ({ link }: { link: string }) => {
    window.open(link, '_blank', 'noopener');
    showToast(t('auth:passkeys.opened'));
    setOpen(false);
    onOpened();
  };
  if (!isOpen)
    return (
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('auth:passkeys.add')}
        </Button>
      </Group>
    );
  return (
    <PasswordForm
      button={{ children: t('auth:passkeys.make') }}
      error={add.error}
      pending={add.isPending}
      onPassword={(password) => add.mutate({ body: { password } }, { onSuccess: opened })}
    />
  );
}
