import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

/** Opens the form of a record to be made. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
