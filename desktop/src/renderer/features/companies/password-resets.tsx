import { createResetLink, listPasswordResets, type PasswordReset } from '@balcao/shared/api/auth.ts';
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useApiCommand, useApiQuery } from '../../kit/api-query.ts';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './companies.module.css';

/** Users who have forgotten their password and receive no mail: the operator passes a link on. */
export function PasswordResets() {
  const { t } = useTexts();
  const { data: resets = [] } = useApiQuery(listPasswordResets, {});
  if (resets.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" icon={<IconKey aria-hidden />} title={t('companies:resets.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('companies:resets.hint')}</Text>
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
  const { data: session } = useBridgeQuery('session.get', null);
  const make = useApiCommand(createResetLink);
  // A server that does not know its public address returns only the link's path.
  const link = make.data?.link.replace(/^\//, `${session?.serverUrl ?? ''}/`);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {t('companies:resets.request', {
          name: reset.userName,
          company: reset.companyName,
          when: format.timeOrDate(reset.requestedAt),
        })}
      </Text>
      {link ? (
        <Group gap="xs">
          <Code className={classes.link}>{link}</Code>
          <CopyButton value={link} timeout={1_000}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? t('common:copied') : t('common:copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
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
