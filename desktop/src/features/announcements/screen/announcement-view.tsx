import type { Priority } from '@balcao/shared/features/announcements/row.ts';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnnouncementImage } from './announcement-image.tsx';
import classes from './announcements.module.css';

const TONES: Record<Priority, Tone> = { 1: 'danger', 2: 'warning', 3: 'neutral' };

export function PriorityPill({ priority }: { priority: Priority }) {
  const { t } = useTexts();
  return <StatusPill tone={TONES[priority]}>{t(`announcements:priorities.${priority}`)}</StatusPill>;
}

interface Props {
  title: string;
  text: string;
  priority: Priority;
  /** Null: it has not been said yet. */
  at: string | null;
  /** The picture, by its name in the core. */
  picture: { id: string; name: string } | null;
}

/** As its readers see it; its writers too, while they write. */
export function AnnouncementView({ title, text, priority, at, picture }: Props) {
  const format = useFormat();
  return (
    <article className={classes.view}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <PriorityPill priority={priority} />
      </div>
      {at ? <span className={classes.time}>{format.moment(at)}</span> : null}
      {picture ? <AnnouncementImage picture={picture.id} name={picture.name} /> : null}
      <p className={classes.text}>{text}</p>
    </article>
  );
}
