import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'wouter';

/** Leads from what belongs to one record back to the list of all. */
export function BackButton({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component={Link}
      href={href}
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
    >
      {label}
    </Button>
  );
}
