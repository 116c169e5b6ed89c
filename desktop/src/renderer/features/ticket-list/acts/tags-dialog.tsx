import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { MAX_TAGS } from '@balcao/shared/constants.ts';
import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useBridgeCommand } from '../../../kit/bridge-query.ts';
import { useRows } from '../../../kit/use-rows.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import { useBulk } from '../bulk/use-bulk.ts';
import { TagChips } from '../rows/tag-chips.tsx';
import { useTicketDialogs } from './dialogs-store.ts';

/** The tags of one ticket, or tags that several get besides their own. */
export function TagsDialog() {
  const { t } = useTexts();
  const { tags, close } = useTicketDialogs();
  return (
    <FormDialog
      value={tags}
      size="md"
      title={([first, ...others]) =>
        others.length > 0
          ? t('tickets:tagging.titleMany', { count: others.length + 1 })
          : t('tickets:tagging.title', { name: first?.contact.name || first?.contact.number || '' })
      }
      onClose={close}
    >
      {(tickets) => <TagsForm tickets={tickets} onClose={close} />}
    </FormDialog>
  );
}

function TagsForm({ tickets, onClose }: { tickets: readonly TicketItem[]; onClose: () => void }) {
  const { t } = useTexts();
  const { data: tags = [] } = useRows('tag');
  const setTags = useBridgeCommand('tickets.setTags');
  const startBulk = useBulk((bulk) => bulk.start);
  const [only, ...others] = tickets;
  const isOne = only !== undefined && others.length === 0;
  const [chosen, setChosen] = useState<string[]>(isOne ? only.tagIds.map(String) : []);

  const submit = () => {
    const tagIds = chosen.map(Number);
    onClose();
    if (isOne) {
      setTags.mutate({ ticketId: only.id, tagIds, before: only.tagIds });
      return;
    }
    void startBulk('tag', tickets, ({ id, tagIds: before }) =>
      setTags.mutateAsync({ ticketId: id, tagIds: [...new Set([...before, ...tagIds])], before }),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <MultiSelect
          label={t('tickets:tagging.tags')}
          {...(isOne ? {} : { description: t('tickets:tagging.added') })}
          placeholder={chosen.length === 0 ? t('tickets:tagging.choose') : ''}
          nothingFoundMessage={t('common:noResults')}
          data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          maxValues={MAX_TAGS}
          onChange={setChosen}
          renderOption={({ option }) => (
            <TagChips tags={tags.filter(({ id }) => String(id) === option.value)} />
          )}
          data-autofocus
          searchable
          hidePickedOptions
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!isOne && chosen.length === 0}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
