import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import { Checkbox, NumberInput, Stack, Textarea } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import { TemplateField } from '../template-field.tsx';
import { IdField, IdsField } from './id-fields.tsx';
import type { AnyEffect } from './new-effect.ts';
import classes from './parts.module.css';
import { TemplateEffect } from './template-effect.tsx';
import type { Choices } from './use-choices.ts';
import { WebhookEffect } from './webhook-effect.tsx';

interface Props {
  effect: AnyEffect;
  choices: Choices;
  onChange: (effect: AnyEffect) => void;
}

/** What an effect does it with. */
export function EffectValue({ effect, choices, onChange }: Props) {
  const { t } = useTexts();
  switch (effect.kind) {
    case 'addTags':
    case 'removeTags':
      return (
        <IdsField
          label={t('automations:tags')}
          choices={choices.tags}
          value={effect.tagIds}
          onChange={(tagIds) => onChange({ ...effect, tagIds })}
        />
      );
    case 'queue':
      return (
        <IdField
          label={t('automations:queue')}
          choices={choices.queues}
          value={effect.queueId}
          onChange={(queueId) => onChange({ ...effect, queueId })}
        />
      );
    case 'agent':
    case 'accept':
      return (
        <IdField
          label={t('automations:person')}
          choices={choices.users}
          value={effect.userId}
          onChange={(userId) => onChange({ ...effect, userId })}
        />
      );
    case 'quickMessage':
      return (
        <IdField
          label={t('automations:quickMessage')}
          choices={choices.quickMessages}
          value={effect.quickMessageId}
          onChange={(quickMessageId) => onChange({ ...effect, quickMessageId })}
        />
      );
    case 'template':
      return <TemplateEffect effect={effect} choices={choices} onChange={onChange} />;
    case 'fileList':
      return (
        <IdField
          label={t('automations:fileList')}
          choices={choices.fileLists}
          value={effect.fileListId}
          onChange={(fileListId) => onChange({ ...effect, fileListId })}
        />
      );
    case 'prompt':
      return (
        <IdField
          label={t('automations:prompt')}
          choices={choices.prompts}
          value={effect.promptId}
          onChange={(promptId) => onChange({ ...effect, promptId })}
        />
      );
    case 'integration':
      return (
        <IdField
          label={t('automations:integration')}
          choices={choices.integrations}
          value={effect.queueIntegrationId}
          onChange={(queueIntegrationId) => onChange({ ...effect, queueIntegrationId })}
        />
      );
    case 'webhook':
      return <WebhookEffect effect={effect} onChange={onChange} />;
    case 'sort':
      return (
        <Checkbox
          className={classes.value}
          label={t('automations:sortQueue')}
          description={t('automations:sortHint')}
          checked={effect.queue}
          onChange={(event) => onChange({ ...effect, queue: event.currentTarget.checked })}
        />
      );
    case 'finish':
      return (
        <Checkbox
          className={classes.value}
          label={t('automations:silent')}
          checked={effect.silent}
          onChange={(event) => onChange({ ...effect, silent: event.currentTarget.checked })}
        />
      );
    case 'snooze':
      return (
        <NumberInput
          className={classes.number}
          aria-label={t('automations:minutes')}
          suffix=" min"
          min={1}
          max={LIMITS.minutes}
          allowDecimal={false}
          value={effect.minutes}
          onChange={(minutes) => onChange({ ...effect, minutes: Number(minutes) })}
        />
      );
    default:
      return <WordsOf effect={effect} choices={choices} onChange={onChange} />;
  }
}

/** What is written to the customer, or to the colleagues. */
function WordsOf({ effect, choices, onChange }: Props) {
  const { t } = useTexts();
  if (effect.kind === 'say')
    return (
      <div className={classes.value}>
        <TemplateField
          label={t('automations:text')}
          value={effect.text}
          onChange={(text) => onChange({ ...effect, text })}
        />
      </div>
    );
  if (effect.kind !== 'note' && effect.kind !== 'mention') return null;
  return (
    <Stack gap="xs" className={classes.value}>
      {effect.kind === 'mention' ? (
        <IdsField
          label={t('automations:people')}
          choices={choices.users}
          value={effect.userIds}
          onChange={(userIds) => onChange({ ...effect, userIds })}
        />
      ) : null}
      <Textarea
        aria-label={t('automations:text')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LIMITS.text}
        value={effect.text}
        onChange={(event) => onChange({ ...effect, text: event.currentTarget.value })}
      />
    </Stack>
  );
}
