import classes from './recorder-bar.module.css';

interface Props {
  /** Heights from 0 to 100, oldest first. */
  heights: readonly number[];
  /** Places for bars; fewer stand at the right. */
  places: number;
}

/** The waveform of a sound; only decorative: its text is beside it. */
export function Waveform({ heights, places }: Props) {
  const first = places - heights.length;
  return (
    <svg
      className={classes.waveform}
      viewBox={`0 0 ${places * 4} 100`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {heights.map((height, index) => {
        const shown = Math.max(6, height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <rect key={index} x={(first + index) * 4} y={50 - shown / 2} width={2.4} height={shown} />
        );
      })}
    </svg>
  );
}
