import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { NotificationCheck } from '../../features/preferences/notification-check.tsx';
import { useBridgeCommand, useBridgeQuery } from '../bridge-query.ts';
import { useTexts } from '../use-texts.ts';
import { useLayoutDialogs } from './dialogs-store.ts';

/** After the first sign-in on a computer: whether notifications arrive, and where the shortcuts are. Never again. */
export function FirstSteps() {
  const { t } = useTexts();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  const show = useLayoutDialogs((state) => state.show);
  const end = () => save({ firstSteps: false });
  const step = (name: 'notifications' | 'shortcuts') => (
    <div>
      <Text fw={600}>{t(`layout:firstSteps.${name}`)}</Text>
      <Text size="sm" c="var(--text-muted)">
        {t(`layout:firstSteps.${name}Hint`)}
      </Text>
    </div>
  );
  return (
    <Modal
      opened={settings?.firstSteps ?? false}
      onClose={end}
      title={t('layout:firstSteps.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="lg">
        <Text>{t('layout:firstSteps.intro')}</Text>
        <Stack gap="xs" align="flex-start">
          {step('notifications')}
          <NotificationCheck />
        </Stack>
        <Stack gap="xs" align="flex-start">
          {step('shortcuts')}
          <Button
            variant="default"
            onClick={() => {
              end();
              show('shortcuts');
            }}
          >
            {t('layout:firstSteps.showShortcuts')}
          </Button>
        </Stack>
        <Group justify="flex-end">
          <Button onClick={end}>{t('layout:firstSteps.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
