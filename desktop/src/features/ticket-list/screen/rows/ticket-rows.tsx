import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { lazy, Suspense } from 'react';
import { mayActOn } from '../../../../renderer/components/ticket/may-act-on.ts';
import { useOpenUuid } from '../../../../renderer/kit/use-open-uuid.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useRowDrag } from '../drag/use-row-drag.ts';
import { headingOf } from '../headings.ts';
import { useRowPreview } from '../preview/use-row-preview.ts';
import { NewAboveButton } from './new-above-button.tsx';
import { ROW_PX, useRowLook } from './row-look.ts';
import { TicketPlace } from './ticket-place.tsx';
import classes from './ticket-rows.module.css';
import { useClickGuard } from './use-click-guard.ts';
import { useDrafts } from './use-drafts.ts';
import { useNewHeight } from './use-new-height.ts';
import { useRowControl } from './use-row-control.ts';
import { type ListedTickets, useRowWindow } from './use-row-window.ts';

const RowPreview = lazy(async () => ({ default: (await import('../preview/row-preview.tsx')).RowPreview }));

interface Props extends ListedTickets {
  user: SessionUser;
}

/** The rows of a list, of which only those in sight exist. */
export function TicketRows({ user, ids: fresh, ...listed }: Props) {
  const { t } = useTexts();
  const openUuid = useOpenUuid();
  const look = useRowLook(user);
  const { ids, release, handlers: aiming } = useClickGuard(fresh);
  const selected = useSelection((selection) => selection.ids);
  const drafts = useDrafts();
  const rowPx = ROW_PX[look.shape];
  const { scroller, places, items, news, height, reveal, measure } = useRowWindow({ ids, rowPx, ...listed });
  const preview = useRowPreview(ids);
  const onPreviewKey = preview.onKey;
  const control = useRowControl({ user, openUuid, ids, items, scroller, reveal, release, onPreviewKey });
  const onDrag = useRowDrag(user, items);
  const previewed = preview.shown && items.get(preview.shown.ticketId);
  const { activeId } = control;
  useNewHeight(rowPx, () => {
    measure();
    const active = activeId === null ? -1 : ids.indexOf(activeId);
    if (active >= 0) reveal(active);
  });

  return (
    <div
      className={classes.root}
      data-table={look.shape === 'table' || undefined}
      {...preview.handlers}
      {...onDrag}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside */}
      <div ref={scroller} className={classes.scroller} onKeyDown={control.onKeyDown} {...aiming}>
        <ul
          className={classes.list}
          aria-label={t('tickets:list')}
          style={{ height }}
          data-selecting={selected.size > 0 || undefined}
          data-testid="ticket-list"
        >
          {places.map(({ index, key, start, size }) => {
            const id = ids[index] ?? 0;
            const ticket = items.get(id);
            return (
              <TicketPlace
                key={key}
                id={id}
                ticket={ticket}
                heading={headingOf(id)}
                start={start}
                size={size}
                position={index + 1}
                count={listed.hasMore ? -1 : ids.length}
                draft={drafts.get(id) ?? null}
                selected={ticket?.uuid === openUuid}
                checked={selected.has(id)}
                selecting={selected.size > 0}
                focusable={id === activeId}
                mayAct={ticket !== undefined && mayActOn(ticket, user)}
                busy={control.isBusy}
                look={look}
                handlers={control.handlers}
                onMenu={control.handlers.onMenu}
              />
            );
          })}
        </ul>
      </div>
      {preview.shown && previewed && previewed.uuid !== openUuid ? (
        <Suspense>
          <RowPreview ticket={previewed} place={preview.shown.place} onClose={preview.hide} />
        </Suspense>
      ) : null}
      <NewAboveButton count={news.count} onShow={news.toTop} />
    </div>
  );
}
