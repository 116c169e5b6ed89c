import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';
import { EditableField } from './editable-field.tsx';

/** The contact's extra fields. A value is edited in place; an empty one removes the field. */
export function ExtraInfo({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const [adding, setAdding] = useState(false);
  const { mutateAsync: update } = useBridgeCommand('contacts.update');
  const thrownText = useThrownText();
  const { extraInfo } = contact;
  const save = (pairs: ContactRow['extraInfo']) =>
    update({ contactId: contact.id, change: { extraInfo: pairs } }).then(() => null, thrownText);
  const without = (index: number) => extraInfo.filter((_, at) => at !== index);

  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        {t('contacts:extraInfo')}
        {adding ? null : (
          <ActionIcon size={24} aria-label={t('contacts:addExtra')} onClick={() => setAdding(true)}>
            <IconPlus size={15} />
          </ActionIcon>
        )}
      </h3>
      {extraInfo.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and a pair is known by its place
        <div key={`${name} ${index}`} className={classes.pair}>
          <span className={classes.pairName}>{name}</span>
          <EditableField
            label={name}
            value={value}
            placeholder="–"
            check={() => null}
            onSave={(text) =>
              save(
                text
                  ? extraInfo.map((pair, at) => (at === index ? { name, value: text } : pair))
                  : without(index),
              )
            }
          />
          <ActionIcon
            size={24}
            aria-label={t('contacts:removeExtra', { name })}
            onClick={() => save(without(index))}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      {adding ? (
        <NewPair
          onAdd={(pair) => {
            void save([...extraInfo, pair]);
            setAdding(false);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
    </section>
  );
}

interface NewPairProps {
  onAdd: (pair: ContactRow['extraInfo'][number]) => void;
  onCancel: () => void;
}

function NewPair({ onAdd, onCancel }: NewPairProps) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isWhole = name.trim() !== '' && value.trim() !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onAdd({ name: name.trim(), value: value.trim() });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <Group gap={6} wrap="nowrap">
        <TextInput
          flex={2}
          aria-label={t('contacts:extraName')}
          placeholder={t('contacts:extraName')}
          maxLength={100}
          autoFocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          flex={3}
          aria-label={t('contacts:extraValue')}
          placeholder={t('contacts:extraValue')}
          maxLength={1_000}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </Group>
      <Group justify="flex-end" gap={6} mt={6}>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="compact-sm" type="submit" disabled={!isWhole}>
          {t('common:add')}
        </Button>
      </Group>
    </form>
  );
}
