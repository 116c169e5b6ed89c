import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './queue-badge.module.css';

/** A queue in its colour. */
export function QueueBadge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Badge
      variant="default"
      tt="none"
      leftSection={<span className={classes.dot} style={{ background: color }} />}
    >
      {children}
    </Badge>
  );
}
