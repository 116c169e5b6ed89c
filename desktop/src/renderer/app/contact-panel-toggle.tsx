import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useBridgeCommand, useBridgeQuery } from './bridge-query.ts';
import { useTexts } from './use-texts.ts';

/** Whether the customer's details stand beside the conversation; the same at the next start. */
export function useContactPanel() {
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  const isOpen = settings?.contactPanelOpen ?? false;
  return {
    isOpen,
    toggle: () => save({ contactPanelOpen: !isOpen }),
    close: () => save({ contactPanelOpen: false }),
  };
}

export function ContactPanelToggle() {
  const { t } = useTexts();
  const { isOpen, toggle } = useContactPanel();
  const label = isOpen ? t('contacts:hidePanel') : t('contacts:showPanel');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={36}
        variant={isOpen ? 'light' : 'subtle'}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconAddressBook size={20} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
