import type { ReactNode } from 'react';
import classes from './status-pill.module.css';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

/** A state in a colour and in words: never in a colour alone. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.root} data-tone={tone}>
      {children}
    </span>
  );
}
