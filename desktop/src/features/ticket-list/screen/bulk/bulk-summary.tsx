import { Button, Group, Modal, Text } from '@mantine/core';
import { useErrorText } from '../../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './bulk-bar.module.css';
import type { BulkRun } from './use-bulk.ts';

/** After a run in which something failed: which, and why. */
export function BulkSummary({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const { failures, names, action } = run;
  const done = names.size - failures.length;
  return (
    <Modal
      opened={failures.length > 0}
      onClose={onClose}
      title={t('tickets:bulk.failed', { count: failures.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {done > 0 ? (
        <Text size="sm" c="dimmed" mb="sm">
          {t(`tickets:bulk.done.${action}`, { count: done })}
        </Text>
      ) : null}
      <ul className={classes.failures}>
        {failures.map(({ id, name, code, params }) => (
          <li key={id}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm">{errorText(code, params)}</Text>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Modal>
  );
}
