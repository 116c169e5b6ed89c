import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice-bar.module.css';

interface Props {
  icon: Icon;
  /** Something is wrong. */
  warning?: boolean;
  /** The actions, at the end. */
  actions: ReactNode;
  testId?: string;
  children: ReactNode;
}

/** One line over the page with the program's state. */
export function NoticeBar({ icon: BarIcon, warning, actions, testId, children }: Props) {
  return (
    <div className={classes.root} data-warning={warning} role="status" data-testid={testId}>
      <BarIcon size={18} stroke={1.7} aria-hidden className={classes.icon} />
      <p className={classes.text}>{children}</p>
      {actions}
    </div>
  );
}
