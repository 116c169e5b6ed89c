import { type ConnectionDetails, listHubChannels } from '@balcao/shared/features/connections/calls.ts';
import { Button, Group, PasswordInput, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { ConnectionForm, HubChoice } from './use-connection-form.ts';

/** The token of an account at the hub, and which of its channels this connection is. */
export function HubFields({
  form,
  connection,
}: {
  form: ConnectionForm;
  connection: ConnectionDetails | null;
}) {
  const { t } = useTexts();
  const look = useApiCommand(listHubChannels);
  const [channels, setChannels] = useState<HubChoice[] | null>(null);
  const { hubToken, hubChannel } = form.values;
  // A connection stays on its messenger.
  const fitting = (channels ?? []).filter(({ channel }) => !connection || channel === connection.channel);
  // An empty one is the company's; of a connection that exists it is the one that is kept.
  const mayList = hubToken.trim().length >= 10 || (hubToken.trim() === '' && !connection);
  const choose = (id: string | null) =>
    form.setFieldValue('hubChannel', fitting.find((one) => one.id === id) ?? null);
  const list = async () => {
    form.setFieldValue('hubChannel', null);
    const body = hubToken.trim() === '' ? {} : { hubToken: hubToken.trim() };
    setChannels(await look.mutateAsync({ body }).catch(() => null));
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <PasswordInput
          flex={1}
          miw={220}
          label={t('connections:hub.token')}
          description={
            connection
              ? t('connections:hub.tokenHint')
              : `${t('connections:hub.tokenHint')} ${t('connections:hub.tokenDefault')}`
          }
          placeholder={connection?.hasCredentials ? t('connections:hub.kept') : ''}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('common:showSecret') }}
          {...form.getInputProps('hubToken')}
        />
        <Button variant="default" disabled={!mayList} loading={look.isPending} onClick={() => void list()}>
          {t('connections:hub.list')}
        </Button>
      </Group>
      <Select
        label={t('connections:hub.channel')}
        description={channels?.length === 0 ? t('connections:hub.none') : t('connections:hub.channelHint')}
        data={fitting.map(({ id, name, channel }) => ({
          value: id,
          label: `${name} (${t(`tickets:channel.${channel}`)})`,
        }))}
        disabled={fitting.length === 0}
        value={hubChannel?.id ?? null}
        onChange={choose}
        error={form.errors.hubChannel}
        {...(hubChannel ? { leftSection: <ChannelIcon channel={hubChannel.channel} /> } : {})}
      />
    </Stack>
  );
}
