import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface Props extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  icon: Icon;
  /** It has something to show; otherwise it keeps quiet. */
  marked?: boolean;
}

/** A control of the top bar. All of them are always there, and only what has news stands out. */
export const BarButton = ({ icon: BarIcon, marked = false, ...props }: Props) => (
  <ActionIcon size={34} c={marked ? 'var(--text)' : 'var(--text-muted)'} {...props}>
    <BarIcon size={18} stroke={marked ? 1.9 : 1.6} aria-hidden />
  </ActionIcon>
);
