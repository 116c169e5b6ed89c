import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { ActionIcon, Menu, Pill } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './contact-panel.module.css';

export function TicketTags({ ticket }: { ticket: TicketItem }) {
  const { t } = useTexts();
  const { data: tags = [] } = useRows('tag');
  const { mutate: setTags } = useBridgeCommand('tickets.setTags');
  const own = tags.filter(({ id }) => ticket.tagIds.includes(id));
  const others = tags.filter(({ id }) => !ticket.tagIds.includes(id));
  const save = (tagIds: number[]) => setTags({ ticketId: ticket.id, tagIds, before: ticket.tagIds });
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        {t('contacts:tags')}
        {others.length > 0 ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon size={24} aria-label={t('contacts:addTag')}>
                <IconPlus size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
              {others.map(({ id, name, color }) => (
                <Menu.Item
                  key={id}
                  leftSection={<span className={classes.dot} style={{ background: color }} />}
                  onClick={() => save([...ticket.tagIds, id])}
                >
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </h3>
      {own.length === 0 ? <p className={classes.muted}>{t('contacts:noTags')}</p> : null}
      <div className={classes.chips}>
        {own.map(({ id, name, color }) => (
          <Pill
            key={id}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('contacts:removeTag', { name }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
            onRemove={() => save(ticket.tagIds.filter((other) => other !== id))}
          >
            <span className={classes.dot} style={{ background: color, marginRight: 6 }} />
            {name}
          </Pill>
        ))}
      </div>
    </section>
  );
}
