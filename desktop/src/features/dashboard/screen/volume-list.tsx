import type { Dashboard } from '@balcao/shared/features/dashboard/calls.ts';
import { Anchor, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';
import { NothingYet } from './nothing-yet.tsx';
import { useFigureTexts } from './use-figures.ts';

interface Props {
  rows: Dashboard['queues'];
  onOpen?: (id: number | null) => void;
  /** Stands before the name. */
  iconOf?: (id: number | null) => ReactNode;
}

/** How much of the conversations each has, the largest first: as bars, and in numbers. */
export function VolumeList({ rows, onOpen, iconOf }: Props) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  if (rows.length === 0) return <NothingYet />;
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, name, color, count }) => {
        const label = id === null ? t('dashboard:noneOfIt') : name || t('dashboard:gone');
        return (
          <li key={id ?? 0}>
            <div className={classes.volumeLine}>
              {iconOf?.(id)}
              {onOpen ? (
                <Anchor component="button" type="button" className={classes.ends} onClick={() => onOpen(id)}>
                  {label}
                </Anchor>
              ) : (
                <span className={classes.ends}>{label}</span>
              )}
              <span>{figures.count(count)}</span>
            </div>
            <Progress value={(count / most) * 100} color={color ?? 'gray'} aria-hidden />
          </li>
        );
      })}
    </ul>
  );
}
