import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { create } from 'zustand';
import { useBridgeCommand, useBridgeQuery } from '../kit/bridge-query.ts';
import { isOwnWindow } from '../kit/own-window.ts';
import { useTexts } from '../kit/use-texts.ts';

/** A separate window begins without them, for want of room, and does not change the setting of the others. */
const useOwnPanel = create(() => ({ isOpen: false }));

/** Whether the customer's details are beside the conversation; the same at the next start. */
export function useContactPanel() {
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  const own = useOwnPanel();
  const isOpen = isOwnWindow() ? own.isOpen : (settings?.contactPanelOpen ?? false);
  const set = (open: boolean) =>
    isOwnWindow() ? useOwnPanel.setState({ isOpen: open }) : save({ contactPanelOpen: open });
  return { isOpen, toggle: () => set(!isOpen), close: () => set(false) };
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
