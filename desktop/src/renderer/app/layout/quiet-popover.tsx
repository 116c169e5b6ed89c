import { Popover, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { BarButton } from './bar-button.tsx';

interface Props {
  icon: Icon;
  label: string;
  /** The text while there is nothing to show. */
  empty: string;
}

/** A popover of the top bar that has nothing to show yet. */
export function QuietPopover({ icon, label, empty }: Props) {
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <BarButton icon={icon} aria-label={label} />
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" c="dimmed" ta="center" tabIndex={-1} data-autofocus>
          {empty}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
