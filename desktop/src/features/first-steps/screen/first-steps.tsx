import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useLocation } from 'wouter';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { startTour } from '../../../renderer/kit/start-tour.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { SetUpSteps } from './set-up-steps.tsx';

/**
 * Shows after the first sign-in on a computer what the company still lacks, whether notifications arrive, and where the
 * shortcuts are. It lies over the tickets alone, and so waits there while the agent follows a step. Once ended, never
 * again: whoever begins sees the tour.
 */
export function FirstSteps({ user, NotificationCheck }: ForUser & { NotificationCheck: ComponentType }) {
  const { t } = useTexts();
  const { mutate: save } = useBridgeCommand('settings.set');
  const [path] = useLocation();
  const show = useLayoutDialogs((state) => state.show);
  const [isAway, setIsAway] = useState(false);
  const end = () => save({ firstSteps: false });
  const showWaiting = () => {
    setIsAway(true);
    useTicketsView.getState().show('pending');
  };
  const step = (name: 'notifications' | 'shortcuts') => (
    <div>
      <Text fw={600}>{t(`firstSteps:${name}`)}</Text>
      <Text size="sm" c="var(--text-muted)">
        {t(`firstSteps:${name}Hint`)}
      </Text>
    </div>
  );
  return (
    <Modal
      opened={path === '/tickets' && !isAway}
      onClose={end}
      title={t('firstSteps:title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="lg">
        <SetUpSteps user={user} onTickets={showWaiting} />
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
            {t('firstSteps:showShortcuts')}
          </Button>
        </Stack>
        <Group justify="flex-end">
          <Button
            data-autofocus
            onClick={() => {
              end();
              startTour();
            }}
          >
            {t('firstSteps:done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
