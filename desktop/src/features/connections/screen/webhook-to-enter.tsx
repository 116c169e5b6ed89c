import type { ConnectionDetails } from '@balcao/shared/features/connections/calls.ts';
import { Alert, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What the account's owner enters at Meta, so that messages come here. */
export function WebhookToEnter({ webhook }: { webhook: NonNullable<ConnectionDetails['webhook']> }) {
  const { t } = useTexts();
  const { address, verifyToken } = webhook;
  if (address === null) return <Alert color="yellow">{t('connections:webhook.noAddress')}</Alert>;
  return (
    <Stack gap="xs" w="100%" ta="left">
      <Text size="sm">{t('connections:webhook.hint')}</Text>
      <CodeBlock title={t('connections:webhook.address')} text={address} />
      <CodeBlock title={t('connections:webhook.verifyToken')} text={verifyToken} />
    </Stack>
  );
}
