import { HELP_KINDS, helpKindsOf } from '@balcao/shared/features/agent-help/kinds.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { EMBEDDING_MODEL_CHARS, SETTINGS, type SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { ActionIcon, Chip, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

/** Which prompt helps the agents, and with what. */
export function AgentHelp() {
  const { t } = useTexts();
  const { data: prompts = [] } = useRows('prompt');
  const { data: settings = [] } = useRows('setting');
  const save = useApiCommand(updateSetting);
  const optionOf = (key: SettingKey) => settings.find(({ id }) => id === key)?.value ?? SETTINGS[key].initial;
  const change = (key: SettingKey, value: string) =>
    void whenSaved(
      save.mutateAsync({ params: { key }, body: { value } }),
      t('agentHelp:option.saved'),
      () => {},
    );
  const chosen = prompts.find(({ id }) => String(id) === optionOf('agentHelpPrompt'));
  return (
    <Stack gap="xs" mt="xl" maw={640}>
      <Select
        label={t('agentHelp:option.label')}
        description={t('agentHelp:option.hint')}
        placeholder={t('agentHelp:option.none')}
        clearable
        clearButtonProps={{ 'aria-label': t('agentHelp:option.none') }}
        data={prompts.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen ? String(chosen.id) : null}
        onChange={(id) => change('agentHelpPrompt', id ?? '')}
      />
      {chosen ? (
        <>
          <Text size="sm">{t('agentHelp:option.kinds')}</Text>
          <Chip.Group
            multiple
            value={helpKindsOf(optionOf('agentHelpKinds'))}
            onChange={(kinds) => change('agentHelpKinds', kinds.join(','))}
          >
            <Group gap="xs">
              {HELP_KINDS.map((kind) => (
                <Chip key={kind} value={kind} size="xs">
                  {t(`agentHelp:kinds.${kind}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <SearchModel
            key={optionOf('embeddingModel')}
            saved={optionOf('embeddingModel')}
            onSave={(model) => change('embeddingModel', model)}
          />
        </>
      ) : null}
    </Stack>
  );
}

/** The model that says what articles and questions mean; saved by Enter or its button. */
function SearchModel({ saved, onSave }: { saved: string; onSave: (model: string) => void }) {
  const { t } = useTexts();
  const [model, setModel] = useState(saved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (model.trim() !== saved) onSave(model.trim());
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        mt="xs"
        label={t('agentHelp:search.label')}
        description={t('agentHelp:search.hint')}
        placeholder={t('agentHelp:search.none')}
        autoComplete="off"
        maxLength={EMBEDDING_MODEL_CHARS}
        value={model}
        onChange={(event) => setModel(event.currentTarget.value)}
        rightSection={
          model.trim() === saved ? null : (
            <ActionIcon type="submit" variant="filled" size="sm" aria-label={t('common:save')}>
              <IconCheck size={14} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </form>
  );
}
