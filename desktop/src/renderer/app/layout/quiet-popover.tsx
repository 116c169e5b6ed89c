import { ActionIcon, Popover, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface Props {
  icon: Icon;
  label: string;
  /** The text while there is nothing to show. */
  empty: string;
}

/** A popover of the top bar that has nothing to show yet. */
export function QuietPopover({ icon: IconComponent, label, empty }: Props) {
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={label}>
          <IconComponent size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" c="dimmed" ta="center" tabIndex={-1} data-autofocus>
          {empty}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
