import { BY_NUMBER } from '@balcao/shared/features/connections/channel.ts';
import { checkContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import { NUMBER_CHECKS_KEPT_DAYS } from '@balcao/shared/features/contact-lists/rules.ts';
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** How far WhatsApp was asked about the numbers of a list, and why it is not going on. */
export function NumberCheck({ contactList }: { contactList: ContactListRow }) {
  const { t } = useTexts();
  const format = useFormat();
  const { id, contactsCount, validCount, pendingCount } = contactList;
  const { data: connections } = useRows('connection');
  const again = useApiCommand(checkContactList);
  const isWaiting =
    connections !== undefined &&
    !connections.some(({ status, kind }) => status === 'connected' && BY_NUMBER.kinds.includes(kind));
  const done = contactsCount - pendingCount;
  const total = format.number(contactsCount);
  const valid = t('contactLists:check.counts', { valid: format.number(validCount), total });
  if (pendingCount === 0)
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {valid} · {t('contactLists:check.kept', { days: NUMBER_CHECKS_KEPT_DAYS })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={again.isPending}
          onClick={() =>
            again.mutate(
              { params: { contactListId: id } },
              { onSuccess: () => showToast(t('contactLists:check.started')) },
            )
          }
        >
          {t('contactLists:check.again')}
        </Button>
      </Group>
    );
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs">
        <Progress
          value={(done / contactsCount) * 100}
          animated={!isWaiting}
          {...(isWaiting ? { color: 'yellow' } : {})}
          aria-label={t('contactLists:check.title')}
        />
        <Text size="sm" role="status">
          {t('contactLists:check.progress', { done: format.number(done), total })} · {valid}
        </Text>
        <Text size="xs" c="var(--text-muted)">
          {isWaiting ? t('contactLists:check.waits') : t('contactLists:check.hint')}
        </Text>
      </Stack>
    </Paper>
  );
}
