import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './webhooks.module.css';

export interface ShownSecret {
  name: string;
  secret: string;
  /** Until when the one before signs too; null: there was none. */
  previousUntil: string | null;
}

/** A secret, this once. It stays until somebody says that they have it. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('webhooks:secret.title', { name: shown?.name ?? '' })}
    >
      {shown ? (
        <Stack>
          <Alert variant="light" color="yellow">
            {t('webhooks:secret.copy')}
          </Alert>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('webhooks:secret.label')}
              classNames={{ input: classes.code }}
              flex={1}
              value={shown.secret}
              readOnly
              onFocus={(focus) => focus.currentTarget.select()}
            />
            <CopyButton value={shown.secret} timeout={1_000}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('common:copied') : t('common:copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Text size="sm" c="var(--text-muted)">
            {t('webhooks:secret.use')}
          </Text>
          {shown.previousUntil ? (
            <Text size="sm" c="var(--text-muted)">
              {t('webhooks:secret.previous', { when: format.moment(shown.previousUntil) })}
            </Text>
          ) : null}
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('webhooks:secret.done')}</Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}
