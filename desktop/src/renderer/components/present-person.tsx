import type { ReactNode } from 'react';
import { PersonAvatar } from './person-avatar.tsx';
import classes from './present-person.module.css';

interface AvatarProps {
  name: string;
  size: number;
  presence: 'online' | 'away' | 'offline';
  /** Says the same in words where the lines beside it do not. */
  label?: string | undefined;
}

interface Props extends Omit<AvatarProps, 'size'> {
  /** The lines beside the picture. */
  children: ReactNode;
}

/** A colleague in a list, with whether they are there. */
export function PresentPerson({ children, ...person }: Props) {
  return (
    <div className={classes.root}>
      <PresentAvatar {...person} size={36} />
      <div>{children}</div>
    </div>
  );
}

/** A colleague's picture, with whether they are there. */
export function PresentAvatar({ name, size, presence, label }: AvatarProps) {
  const told = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <span className={classes.avatar}>
      <PersonAvatar name={name} url={null} size={size} />
      <span className={classes.presence} data-presence={presence} {...told} />
    </span>
  );
}
