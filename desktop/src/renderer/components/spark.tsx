import classes from './spark.module.css';

const WIDTH = 100;
const HEIGHT = 24;

/** How a number went lately, beside it: for the eye alone. It keeps its room where there is nothing to draw. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const line = values
    .flatMap((value, place) => {
      if (value === null) return [];
      const x = (WIDTH * place) / (values.length - 1);
      const y = span === 0 ? HEIGHT / 2 : HEIGHT - (HEIGHT * (value - low)) / span;
      return [`${x.toFixed(1)},${y.toFixed(1)}`];
    })
    .join(' ');
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {known.length > 1 ? <polyline points={line} /> : null}
    </svg>
  );
}
