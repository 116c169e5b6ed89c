import { can } from '@balcao/shared/permissions.ts';
import { Button, CloseButton, Group, getDefaultZIndex, Popover, Portal, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { TourPlace } from '../../../renderer/kit/tour-places.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './tour.module.css';
import { type Box, useTourBox } from './use-tour-box.ts';

/** Dialogs lie above it: it never stands in the way of what somebody has opened meanwhile. */
const BELOW_DIALOGS = getDefaultZIndex('modal') - 1;

/** Four stops beside what they speak of, while the console goes on working. Another page ends it. */
export function Tour({ user, onEnd }: ForUser & { onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const [path] = useLocation();
  const isHere = path.startsWith('/tickets');
  useEffect(() => {
    if (!isHere) onEnd();
  }, [isHere, onEnd]);
  const stops: TourPlace[] = [
    'list',
    'conversation',
    'palette',
    can(user, 'dashboard:view') ? 'areas' : 'profile',
  ];
  const box = useTourBox(stops[at] ?? 'list');
  if (!box) return null;
  return <Stop key={at} stops={stops} at={at} box={box} onGo={setAt} onEnd={onEnd} />;
}

/** Each stop is read out, and hears the arrows. */
const focus = (dropdown: HTMLElement | null) => dropdown?.focus({ preventScroll: true });

interface StopProps {
  stops: readonly TourPlace[];
  at: number;
  box: Box;
  onGo: (at: number) => void;
  onEnd: () => void;
}

function Stop({ stops, at, box, onGo, onEnd }: StopProps) {
  const { t } = useTexts();
  const narrow = useNarrow();
  const place = stops[at] ?? 'list';
  const isLast = at === stops.length - 1;
  const goBack = () => onGo(Math.max(0, at - 1));
  const goOn = () => (isLast ? onEnd() : onGo(at + 1));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') goOn();
    if (key === 'ArrowLeft') goBack();
    if (key === 'Escape') onEnd();
  };
  return (
    <Popover
      opened
      width={300}
      position={narrow ? 'bottom' : 'right-start'}
      withArrow
      closeOnClickOutside={false}
      closeOnEscape={false}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 12 } }}
      transitionProps={{ duration: 0 }}
      zIndex={BELOW_DIALOGS}
    >
      <Portal>
        <Popover.Target>
          <div aria-hidden className={classes.ring} style={{ ...box, zIndex: BELOW_DIALOGS }} />
        </Popover.Target>
      </Portal>
      <Popover.Dropdown
        ref={focus}
        tabIndex={-1}
        aria-label={t('firstSteps:tour.title')}
        onKeyDown={onKeyDown}
        className={classes.stop}
      >
        <Stack gap="xs">
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{t(`firstSteps:tour.stops.${place}.title`)}</Text>
            <CloseButton size="sm" aria-label={t('firstSteps:tour.end')} onClick={onEnd} />
          </Group>
          <Text size="sm">{t(`firstSteps:tour.stops.${place}.text`, { key: MOD })}</Text>
          <Group justify="space-between">
            <Text size="sm" c="var(--text-muted)">
              {t('firstSteps:tour.at', { at: at + 1, count: stops.length })}
            </Text>
            <Group gap="xs">
              {at > 0 ? (
                <Button variant="default" size="compact-sm" onClick={goBack}>
                  {t('common:back')}
                </Button>
              ) : null}
              <Button size="compact-sm" onClick={goOn}>
                {t(isLast ? 'firstSteps:tour.done' : 'firstSteps:tour.next')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
