import {
  CAMPAIGN_VARIABLE,
  type CampaignVariable,
  isVariableKey,
  MAX_CAMPAIGN_VARIABLES,
} from '@balcao/shared/features/campaign-settings/rules.ts';
import { Button, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './variables.module.css';

interface Props {
  variables: readonly CampaignVariable[];
  onChange: (variables: CampaignVariable[]) => void;
}

/** The company's own words for its campaigns' texts. They are kept with the settings around them. */
export function Variables({ variables, onChange }: Props) {
  const { t } = useTexts();
  const confirmDelete = useConfirmDelete();
  const [isAdding, { open, close }] = useDisclosure();
  const remove = ({ key }: CampaignVariable) =>
    confirmDelete(t('campaignSettings:deleteHint', { name: braced(key) }), async () =>
      onChange(variables.filter((one) => one.key !== key)),
    );
  return (
    <section aria-label={t('campaignSettings:variables')}>
      <Group justify="space-between" align="flex-end" mb="xs">
        <div className={classes.about}>
          <Title order={2} size="h5">
            {t('campaignSettings:variables')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('campaignSettings:variablesHint')}
          </Text>
        </div>
        {isAdding || variables.length >= MAX_CAMPAIGN_VARIABLES ? null : (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            {t('campaignSettings:addVariable')}
          </Button>
        )}
      </Group>
      <Panel>
        {isAdding ? (
          <NewVariable
            taken={variables.map(({ key }) => key)}
            onAdd={(variable) => onChange([...variables, variable])}
            onClose={close}
          />
        ) : null}
        {variables.length > 0 ? (
          <ListTable
            head={
              <>
                <Table.Th>{t('campaignSettings:shortcut')}</Table.Th>
                <Table.Th>{t('campaignSettings:content')}</Table.Th>
              </>
            }
          >
            {variables.map((variable) => (
              <Table.Tr key={variable.key}>
                <Table.Td className={cells.name}>{braced(variable.key)}</Table.Td>
                <Table.Td className={classes.value}>{variable.value}</Table.Td>
                <Table.Td>
                  <RowActions
                    remove={{
                      label: t('campaignSettings:deleteNamed', { name: braced(variable.key) }),
                      onClick: () => remove(variable),
                    }}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        ) : isAdding ? null : (
          <Text className={classes.none}>{t('campaignSettings:noVariables')}</Text>
        )}
      </Panel>
    </section>
  );
}

const braced = (key: string) => `{${key}}`;

interface NewProps {
  taken: readonly string[];
  onAdd: (variable: CampaignVariable) => void;
  onClose: () => void;
}

/** Within the form of the page: a form cannot be in another one, so it is sent by its own button and Enter. */
function NewVariable({ taken, onAdd, onClose }: NewProps) {
  const { t } = useTexts();
  const form = useForm({
    initialValues: { key: '', value: '' },
    validate: {
      key: (key) => {
        const shortcut = key.trim();
        if (shortcut === '') return t('campaignSettings:required');
        if (!isVariableKey(shortcut)) return t('campaignSettings:shortcutWrong');
        return taken.includes(shortcut) ? t('campaignSettings:shortcutTaken') : null;
      },
    },
  });
  const add = () => {
    if (form.validate().hasErrors) return;
    const { key, value } = form.values;
    onAdd({ key: key.trim(), value });
    form.reset();
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={classes.add}>
      <TextInput
        className={classes.key}
        label={t('campaignSettings:shortcut')}
        maxLength={CAMPAIGN_VARIABLE.keyChars}
        autoComplete="off"
        data-autofocus
        autoFocus
        onKeyDown={addByEnter}
        {...form.getInputProps('key')}
      />
      <TextInput
        className={classes.content}
        label={t('campaignSettings:content')}
        maxLength={CAMPAIGN_VARIABLE.valueChars}
        autoComplete="off"
        onKeyDown={addByEnter}
        {...form.getInputProps('value')}
      />
      <Group gap="xs" className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('campaignSettings:close')}
        </Button>
        <Button onClick={add}>{t('campaignSettings:add')}</Button>
      </Group>
    </div>
  );
}
