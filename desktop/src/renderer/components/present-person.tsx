import type { ReactNode } from 'react';
import { PersonAvatar } from './person-avatar.tsx';
import classes from './present-person.module.css';

interface Props {
  name: string;
  presence: 'online' | 'away' | 'offline';
  /** Says the same in words where the lines beside it do not. */
  label?: string;
  /** The lines beside the picture. */
  children: ReactNode;
}

/** A colleague in a list, with whether they are there. */
export function PresentPerson({ name, presence, label, children }: Props) {
  const told = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <div className={classes.root}>
      <span className={classes.avatar}>
        <PersonAvatar name={name} url={null} size={36} />
        <span className={classes.presence} data-presence={presence} {...told} />
      </span>
      <div>{children}</div>
    </div>
  );
}
