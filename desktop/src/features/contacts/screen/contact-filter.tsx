import { CHANNELS, type Channel } from '@balcao/shared/features/connections/channel.ts';
import { Group, Select } from '@mantine/core';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export interface ContactNarrowing {
  tagId?: number;
  channel?: Channel;
}

interface Props {
  value: ContactNarrowing;
  onChange: (value: ContactNarrowing) => void;
}

/** Narrows the list by a tag of their conversations, and by a channel where the company has several. */
export function ContactFilter({ value: { tagId, channel }, onChange }: Props) {
  const { t } = useTexts();
  const { data: tags = [] } = useRows('tag');
  const { data: connections = [] } = useRows('connection');
  const channels = CHANNELS.filter((one) => connections.some((connection) => connection.channel === one));
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('common:clear') } };
  if (tags.length === 0 && channels.length < 2) return null;
  return (
    <Group gap="xs">
      {tags.length > 0 ? (
        <Select
          aria-label={t('contacts:anyTag')}
          placeholder={t('contacts:anyTag')}
          data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={tagId === undefined ? null : String(tagId)}
          searchable
          {...clear}
          onChange={(id) =>
            onChange({ ...(channel ? { channel } : {}), ...(id ? { tagId: Number(id) } : {}) })
          }
        />
      ) : null}
      {channels.length > 1 ? (
        <Select
          aria-label={t('contacts:anyChannel')}
          placeholder={t('contacts:anyChannel')}
          data={channels.map((one) => ({ value: one, label: t(`tickets:channel.${one}`) }))}
          value={channel ?? null}
          {...clear}
          onChange={(chosen) => {
            const found = channels.find((one) => one === chosen);
            onChange({ ...(tagId ? { tagId } : {}), ...(found ? { channel: found } : {}) });
          }}
        />
      ) : null}
    </Group>
  );
}
