import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../../renderer/components/page.tsx';
import classes from './dashboard.module.css';

/** A part of a page of figures, under its name. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Panel>
      <section className={classes.section} aria-label={title}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {hint ? <p className={classes.hint}>{hint}</p> : null}
        {children}
      </section>
    </Panel>
  );
}
