import { useState } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { Choice } from '../properties/choices.ts';
import { useAssignChoices } from '../properties/use-assign-choices.ts';
import { useHandOver } from '../properties/use-hand-over.ts';
import type { Carried } from './carried-store.ts';
import classes from './drop-places.module.css';

interface Props extends Carried {
  onDone: () => void;
}

/** Where carried tickets may be dropped: queues, and agents who are there. */
export function DropPlaces({ tickets, freeEnd, onDone }: Props) {
  const { t } = useTexts();
  const handOver = useHandOver();
  const { title, groups, choose } = useAssignChoices(tickets, true, (to) => {
    onDone();
    handOver(tickets, to, '');
  });
  const places = groups
    .flatMap(({ choices }) => choices)
    .filter(({ disabled, online }) => !disabled && online !== false);
  return (
    <section className={classes.root} data-end={freeEnd} aria-label={title} data-testid="drop-places">
      <p className={classes.head}>{t('tickets:transfer.dropHere')}</p>
      <div className={classes.places}>
        {places.map((place) => (
          <DropPlace key={place.key} place={place} onDrop={() => choose(place.key, false)} />
        ))}
      </div>
    </section>
  );
}

function DropPlace({ place, onDrop }: { place: Choice; onDrop: () => void }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is there for a mouse alone, keys have the dialog of a transfer
    <div
      className={classes.place}
      data-over={isOver || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <span
        className={classes.dot}
        data-online={place.online || undefined}
        style={{ background: place.color }}
      />
      <span className={classes.name}>{place.label}</span>
      <span className={classes.detail}>{place.detail}</span>
    </div>
  );
}
