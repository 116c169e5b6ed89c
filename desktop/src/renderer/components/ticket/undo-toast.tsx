import { Button, Group, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useTexts } from '../../kit/use-texts.ts';

/** Says what was done, with the undo: the button, or Alt+Z from anywhere. */
export function UndoToast({ text, onUndo }: { text: string; onUndo: () => void }) {
  const { t } = useTexts();
  useWindowEvent('keydown', (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.code !== 'KeyZ') return;
    event.preventDefault();
    onUndo();
  });
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" truncate title={text}>
        {text}
      </Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={onUndo}>
        {t('tickets:undo')}
      </Button>
    </Group>
  );
}
