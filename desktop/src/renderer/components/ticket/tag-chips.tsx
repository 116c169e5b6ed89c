import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { isLightColor } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './tag-chips.module.css';

interface Props {
  tags: readonly Pick<TicketItem['tags'][number], 'id' | 'name' | 'color'>[];
  /** More tags would push everything else off the line: of those only the number is shown. */
  most: number;
}

/** Tags in the colours that people gave them, with text that can be read on each. */
export function TagChips({ tags, most }: Props) {
  const { t } = useTexts();
  const hidden = tags.slice(most);
  return (
    <>
      {tags.slice(0, most).map(({ id, name, color }) => (
        <span
          key={id}
          className={classes.tag}
          style={{ background: color, color: isLightColor(color) ? '#24211e' : '#ffffff' }}
          title={name}
        >
          {name}
        </span>
      ))}
      {hidden.length > 0 ? (
        <span
          className={classes.more}
          role="img"
          title={hidden.map(({ name }) => name).join(', ')}
          aria-label={t('tickets:moreTags', { count: hidden.length })}
        >
          +{hidden.length}
        </span>
      ) : null}
    </>
  );
}

/** The same in no more room than their colours take; their names come under the pointer, and to who listens. */
export function TagDots({ tags, most }: Props) {
  const { t } = useTexts();
  const names = tags.map(({ name }) => name).join(', ');
  if (tags.length === 0) return null;
  return (
    <span className={classes.dots} role="img" title={names} aria-label={t('tickets:tagsNamed', { names })}>
      {tags.slice(0, most).map(({ id, color }) => (
        <span key={id} className={classes.dot} style={{ background: color }} />
      ))}
    </span>
  );
}
