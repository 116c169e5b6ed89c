import {
  createResetLink,
  listPasswordResets,
  type PasswordReset,
} from '@balcao/shared/features/auth/calls.ts';
import { PASSWORD_RESETS_KEPT_DAYS } from '@balcao/shared/features/auth/limits.ts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { OneTimeLink } from '../../../renderer/components/one-time-link.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Users who have forgotten their password and receive no mail: the operator passes a link on. */
export function PasswordResets() {
  const { t } = useTexts();
  const { data: resets = [] } = useApiQuery(listPasswordResets, {});
  if (resets.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" icon={<IconKey aria-hidden />} title={t('companies:resets.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('companies:resets.hint', { days: PASSWORD_RESETS_KEPT_DAYS })}</Text>
        {resets.map((reset) => (
          <ResetRequest key={reset.id} reset={reset} />
        ))}
      </Stack>
    </Alert>
  );
}

function ResetRequest({ reset }: { reset: PasswordReset }) {
  const { t } = useTexts();
  const format = useFormat();
  const make = useApiCommand(createResetLink);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {t('companies:resets.request', {
          name: reset.userName,
          company: reset.companyName,
          when: format.timeOrDate(reset.requestedAt),
        })}
      </Text>
      {make.data ? (
        <OneTimeLink link={make.data.link} />
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate({ params: { resetId: reset.id } })}
        >
          {t('companies:resets.make')}
        </Button>
      )}
    </Group>
  );
}
