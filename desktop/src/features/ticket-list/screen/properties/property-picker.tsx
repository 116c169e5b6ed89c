import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Popover, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Place, usePropertyStore } from '../../../../renderer/kit/property-store.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { ChoiceList } from './choice-list.tsx';
import { useAssignChoices } from './use-assign-choices.ts';
import { useHandOver } from './use-hand-over.ts';
import { useTagChoices } from './use-tag-choices.ts';

const WIDTH = 300;

/** The one popover for tags, agent and queue, on the thing that it was asked for at. */
export function PropertyPicker() {
  const { asked, close } = usePropertyStore();
  const { t } = useTexts();
  return (
    <Popover
      opened={asked !== null}
      onChange={(opened) => {
        if (!opened) close();
      }}
      position="bottom-start"
      offset={4}
      width={WIDTH}
      trapFocus
      hideDetached={false}
      // Its content is gone at once.
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 0 }}
    >
      <Popover.Target>
        <span aria-hidden style={styleOf(asked?.place)} />
      </Popover.Target>
      <Popover.Dropdown
        p={6}
        aria-labelledby={undefined}
        {...(asked ? { 'aria-label': t(`tickets:actions.${ACTS[asked.property]}`) } : {})}
      >
        {asked ? (
          asked.property === 'tags' ? (
            <TagPicker tickets={asked.tickets} onDone={close} />
          ) : (
            <AssignPicker
              key={asked.property}
              tickets={asked.tickets}
              withPeople={asked.property === 'assignee'}
              onDone={close}
            />
          )
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

const ACTS = { tags: 'tags', assignee: 'assign', queue: 'queue' } as const;

const styleOf = (place: Place | undefined) =>
  ({ position: 'fixed', pointerEvents: 'none', left: 0, top: 0, ...place }) as const;

interface PickerProps {
  tickets: readonly TicketItem[];
  onDone: () => void;
}

function TagPicker({ tickets, onDone }: PickerProps) {
  return <ChoiceList {...useTagChoices(tickets, onDone)} />;
}

/** Whoever is chosen has the tickets at once; what is written in the note goes along. */
function AssignPicker({ tickets, withPeople, onDone }: PickerProps & { withPeople: boolean }) {
  const { t } = useTexts();
  const [note, setNote] = useState('');
  const handOver = useHandOver();
  const choices = useAssignChoices(tickets, withPeople, (to) => {
    onDone();
    handOver(tickets, to, note.trim());
  });
  return (
    <ChoiceList
      {...choices}
      footer={
        <Textarea
          mt={6}
          size="sm"
          aria-label={t('tickets:transfer.note')}
          placeholder={t('tickets:assigning.note')}
          value={note}
          maxLength={MESSAGE_MAX_CHARS}
          autosize
          minRows={1}
          maxRows={4}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      }
    />
  );
}
