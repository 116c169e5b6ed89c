import type { AnnouncementItem } from '@balcao/shared/features/announcements/bridge.ts';
import { HIGH } from '@balcao/shared/features/announcements/row.ts';
import { Button, Indicator, Popover, ScrollArea, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnnouncementThumbnail } from './announcement-image.tsx';
import { AnnouncementReader } from './announcement-reader.tsx';
import { PriorityPill } from './announcement-view.tsx';
import classes from './announcements.module.css';

interface ButtonProps {
  marked: boolean;
  'aria-label': string;
  onClick: () => void;
}

/** The announcements in the top bar, with how many this person has not read. @param children the bar's button */
export function AnnouncementsPopover({ children }: { children: (props: ButtonProps) => ReactElement }) {
  const { t } = useTexts();
  const query = useBridgeQuery('announcements.list', null);
  const { mutate: read } = useBridgeCommand('announcements.read');
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<AnnouncementItem | null>(null);
  const unread = (query.data ?? []).filter((one) => one.unread);
  const count = unread.length;
  const open = (announcement: AnnouncementItem) => {
    setOpen(false);
    setOpened(announcement);
    if (announcement.unread) read({ ids: [announcement.id] });
  };
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus returnFocus>
        <Indicator label={count} maxValue={99} size={16} disabled={count === 0} color="red.8" offset={4}>
          <Popover.Target>
            {children({
              marked: count > 0,
              'aria-label':
                count > 0 ? t('announcements:inbox.label', { count }) : t('announcements:inbox.title'),
              onClick: () => setOpen(!isOpen),
            })}
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p={0}>
          <Text fw={600} size="sm" px={14} pt={10} pb={6} tabIndex={-1} data-autofocus>
            {t('announcements:inbox.title')}
          </Text>
          <QueryView query={query}>
            {(announcements) =>
              announcements.length === 0 ? (
                <Text size="sm" c="dimmed" p="md" ta="center">
                  {t('announcements:inbox.empty')}
                </Text>
              ) : (
                <ScrollArea.Autosize mah={420}>
                  {announcements.map((announcement) => (
                    <Item
                      key={announcement.id}
                      announcement={announcement}
                      onOpen={() => open(announcement)}
                    />
                  ))}
                </ScrollArea.Autosize>
              )
            }
          </QueryView>
          {count > 0 ? (
            <div className={classes.foot}>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => read({ ids: unread.map(({ id }) => id) })}
              >
                {t('announcements:inbox.readAll')}
              </Button>
            </div>
          ) : null}
        </Popover.Dropdown>
      </Popover>
      <AnnouncementReader
        announcement={opened}
        title={t('announcements:inbox.title')}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

function Item({ announcement, onOpen }: { announcement: AnnouncementItem; onOpen: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const { title, text, priority, unread, mediaPath, updatedAt } = announcement;
  return (
    <UnstyledButton className={classes.item} data-unread={unread || undefined} onClick={onOpen}>
      <span className={classes.itemWords}>
        <span className={classes.itemTitle}>
          {title}
          {unread ? <VisuallyHidden> {t('announcements:inbox.unread')}</VisuallyHidden> : null}
        </span>
        <span className={classes.itemText}>{text}</span>
        <span className={classes.itemFoot}>
          <span className={classes.time}>{format.moment(updatedAt)}</span>
          {priority === HIGH ? <PriorityPill priority={priority} /> : null}
        </span>
      </span>
      <AnnouncementThumbnail mediaPath={mediaPath} />
    </UnstyledButton>
  );
}
