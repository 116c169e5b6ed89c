import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './queue-integrations.module.css';

/** Fields that belong together, under their name. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}
