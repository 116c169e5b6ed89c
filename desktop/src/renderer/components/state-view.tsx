import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExampleRows } from './example-rows.tsx';
import classes from './state-view.module.css';

interface Props {
  icon: Icon;
  title: string;
  hint?: string | undefined;
  /** What will stand there, as `ExampleRows` takes it: drawn instead of the icon. */
  example?: string | undefined;
  action?: ReactNode;
  role?: 'status' | 'alert';
}

/** Replaces content that is empty, unreachable or broken: shows why, and what to do next. */
export function StateView({ icon: IconComponent, title, hint, example, action, role }: Props) {
  return (
    <div className={classes.root} role={role}>
      {example ? (
        <ExampleRows rows={example} />
      ) : (
        <span className={classes.icon}>
          <IconComponent size={26} stroke={1.5} aria-hidden />
        </span>
      )}
      <Text fw={600} size="md">
        {title}
      </Text>
      {hint ? (
        <Text size="sm" className={classes.hint}>
          {hint}
        </Text>
      ) : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
