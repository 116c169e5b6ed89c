import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** What stands where a content cannot be shown. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className={classes.notice}>{children}</p>;
}
