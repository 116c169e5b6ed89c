import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './option-row.module.css';
import { Panel } from './page.tsx';

/** Options that belong together, under their name. */
export function OptionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Panel>
        <ul className={classes.options}>{children}</ul>
      </Panel>
    </section>
  );
}

interface Props {
  label: string;
  hint: string;
  /** The field, which is named by the element with this id. */
  children: (labelledBy: string) => ReactNode;
}

/** One option with its explanation, and its field beside it where there is room. */
export function OptionRow({ label, hint, children }: Props) {
  const id = useId();
  return (
    <li className={classes.option}>
      <div className={classes.about}>
        <div id={id} className={classes.label}>
          {label}
        </div>
        <div className={classes.hint}>{hint}</div>
      </div>
      {children(id)}
    </li>
  );
}
