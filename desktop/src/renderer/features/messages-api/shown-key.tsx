import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';

interface Props {
  shown: { name: string; key: string } | null;
  onClose: () => void;
}

/** A key, this once. It stays until somebody says that they have it. */
export function ShownKey({ shown, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('messagesApi:keys.shown', { name: shown?.name ?? '' })}
    >
      {shown ? (
        <Stack>
          <Alert variant="light" color="yellow">
            {t('messagesApi:keys.copy')}
          </Alert>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('messagesApi:keys.label')}
              flex={1}
              value={shown.key}
              readOnly
              onFocus={(focus) => focus.currentTarget.select()}
            />
            <CopyButton value={shown.key} timeout={1_000}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('common:copied') : t('common:copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Text size="sm" c="var(--text-muted)">
            {t('messagesApi:keys.use')}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('messagesApi:keys.done')}</Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}
