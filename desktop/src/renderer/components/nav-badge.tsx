import classes from './nav-badge.module.css';

/** Two digits have room at the icon. */
const MAX_COUNT = 99;

/** How much there is to do, at an icon of the navigation. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={label}>
      {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
    </span>
  );
}

/** A warning at an icon of the navigation. */
export const ProblemBadge = ({ label }: { label: string }) => (
  <span className={classes.problem} role="img" aria-label={label} />
);
