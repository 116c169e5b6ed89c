import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTexts } from '../kit/use-texts.ts';
import classes from './shown-once.module.css';

interface Props {
  /** Null: nothing is shown. */
  secret: string | null;
  title: string;
  label: string;
  /** That it is never shown again. */
  warning: string;
  /** What it is for, a paragraph each. */
  notes: readonly string[];
  /** On the button by which somebody says that they have it. */
  done: string;
  onClose: () => void;
}

/** A secret, this once. It stays until somebody says that they have it. */
export function ShownOnce({ secret, title, label, warning, notes, done, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={title}
    >
      {secret === null ? null : (
        <Stack>
          <Alert variant="light" color="yellow">
            {warning}
          </Alert>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={label}
              classNames={{ input: classes.secret }}
              flex={1}
              value={secret}
              readOnly
              onFocus={(focus) => focus.currentTarget.select()}
            />
            <CopyButton value={secret} timeout={1_000}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('common:copied') : t('common:copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          {notes.map((note) => (
            <Text key={note} size="sm" c="var(--text-muted)">
              {note}
            </Text>
          ))}
          <Group justify="flex-end">
            <Button onClick={onClose}>{done}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
