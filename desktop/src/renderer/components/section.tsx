import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './page.tsx';
import classes from './section.module.css';

/** A part of a page, under its name. */
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
