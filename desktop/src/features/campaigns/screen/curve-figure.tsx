import { Table } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import cells from '../../../renderer/components/list-table.module.css';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { grown, LINES, lineThrough, type Moment, nearest, roundTop, xsOf, yOf } from './curve-shape.ts';
import classes from './report.module.css';

const HEIGHT = 220;
const PADDING = { left: 44, right: 12, top: 10, bottom: 24 };

interface Props {
  curve: readonly Moment[];
  timezone: string;
}

/** How it went on: a picture whose figures are read at the pointer, and the same as a table. */
export function CurveFigure({ curve: steps, timezone }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const [place, setPlace] = useState<number | null>(null);
  const curve = grown(steps);
  const last = curve.at(-1);
  if (curve.length < 2 || !last) return null;
  const shown = (place === null ? undefined : curve[place]) ?? last;
  return (
    <figure className={classes.figureBox} aria-label={t('campaigns:curve.title')}>
      <figcaption className={classes.legend}>
        <span className={classes.legendTitle}>{t('campaigns:curve.title')}</span>
        {LINES.map((line) => (
          <span key={line} className={classes.legendItem} data-line={line}>
            <i aria-hidden /> {t(`campaigns:cards.${line}`)} <b>{format.number(shown[line])}</b>
          </span>
        ))}
        <time dateTime={shown.at}>{format.momentIn(shown.at, timezone)}</time>
      </figcaption>
      <Picture curve={curve} timezone={timezone} place={place} onPlace={setPlace} />
      <details className={classes.details}>
        <summary>{t('campaigns:curve.table')}</summary>
        <Table className={cells.table} verticalSpacing={4} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('campaigns:curve.when')}</Table.Th>
              {LINES.map((line) => (
                <Table.Th key={line}>{t(`campaigns:cards.${line}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {curve.map((moment) => (
              <Table.Tr key={moment.at}>
                <Table.Td>{format.momentIn(moment.at, timezone)}</Table.Td>
                {LINES.map((line) => (
                  <Table.Td key={line}>{format.number(moment[line])}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </figure>
  );
}

interface PictureProps extends Props {
  /** Of the moment under the pointer. */
  place: number | null;
  onPlace: (place: number | null) => void;
}

function Picture({ curve, timezone, place, onPlace }: PictureProps) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const { left, right, top, bottom } = PADDING;
  const box = { left, top, width: Math.max(width - left - right, 0), height: HEIGHT - top - bottom };
  const highest = roundTop(Math.max(...curve.flatMap((moment) => LINES.map((line) => moment[line]))));
  const xs = xsOf(curve, box);
  const x = (at: number) => xs[at] ?? 0;
  const y = (value: number) => yOf(value, highest, box);
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    onPlace(nearest(clientX - currentTarget.getBoundingClientRect().left, xs));
  const ends = [
    { at: 0, anchor: 'start' },
    { at: curve.length - 1, anchor: 'end' },
  ] as const;
  return (
    <div ref={ref} className={classes.picture}>
      {/* Its figures are in the table. */}
      <svg
        width={width}
        height={HEIGHT}
        aria-hidden
        onPointerMove={follow}
        onPointerLeave={() => onPlace(null)}
      >
        {[0, highest / 2, highest].map((value) => (
          <g key={value} className={classes.grid}>
            <line
              x1={left}
              x2={left + box.width}
              y1={yOf(value, highest, box)}
              y2={yOf(value, highest, box)}
            />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {format.number(value)}
            </text>
          </g>
        ))}
        {ends.map(({ at, anchor }) => (
          <text key={anchor} className={classes.tick} x={x(at)} y={HEIGHT - 6} textAnchor={anchor}>
            {format.momentIn(curve[at]?.at ?? '', timezone)}
          </text>
        ))}
        {LINES.map((line) => (
          <path
            key={line}
            className={classes.line}
            data-line={line}
            d={lineThrough(
              xs,
              curve.map((moment) => y(moment[line])),
            )}
          />
        ))}
        {place === null ? null : (
          <g>
            <line className={classes.pointer} x1={x(place)} x2={x(place)} y1={top} y2={top + box.height} />
            {LINES.map((line) => (
              <circle
                key={line}
                className={classes.dot}
                data-line={line}
                cx={x(place)}
                cy={y(curve[place]?.[line] ?? 0)}
                r={4}
              />
            ))}
          </g>
        )}
      </svg>
    </div>
  );
}
