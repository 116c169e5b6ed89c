import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './parts.module.css';

/** Adds a part to a sentence. */
export function AddPart({
  label,
  disabled,
  onClick,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      className={classes.add}
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
