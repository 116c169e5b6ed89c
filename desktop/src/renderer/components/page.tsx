import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  title: string;
  subtitle?: string;
  /** Buttons and fields at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of an administrative page: its title, what can be done, and the content in one column. */
export function Page({ title, subtitle, actions, children }: Props) {
  return (
    <div className={classes.root}>
      <div className={classes.column}>
        <header className={classes.head}>
          <div className={classes.title}>
            <Title order={1} size="h2">
              {title}
            </Title>
            {subtitle ? <Text className={classes.subtitle}>{subtitle}</Text> : null}
          </div>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </header>
        {children}
      </div>
    </div>
  );
}

/** A surface that holds a table or a form. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={classes.panel}>{children}</div>;
}
