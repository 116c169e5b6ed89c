import type { PromptView } from '@balcao/shared/features/prompts/calls.ts';
import {
  AI_DEFAULTS,
  PROMPT_LIMITS,
  VOICES,
  WAIT_SECONDS,
  WRITTEN,
} from '@balcao/shared/features/responders/ai.ts';
import { NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { SecretField } from '../../../renderer/components/secret-field.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './prompts.module.css';
import { TrialButton, TrialResult, useTrial } from './trial.tsx';
import type { PromptForm } from './use-prompt-form.ts';
import { voiceLabel } from './voices.ts';

interface Props {
  form: PromptForm;
  /** As it is stored: its keys are masks. */
  prompt: PromptView | null;
}

/** Hints stand below their fields, so that the fields of a row are on one line. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

export function Basics({ form, prompt }: Props) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const trial = useTrial(form, prompt?.id ?? null);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('prompts:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('prompts:queue')}
          description={t('prompts:queueHint')}
          inputWrapperOrder={ORDER}
          data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          allowDeselect={false}
          {...form.getInputProps('queueId')}
        />
      </SimpleGrid>
      <div>
        <div className={classes.key}>
          <SecretField
            label={t('prompts:apiKey')}
            description={t('prompts:apiKeyHint')}
            kept={prompt?.apiKey ?? ''}
            {...form.getInputProps('apiKey')}
            value={form.values.apiKey}
          />
          <TrialButton trial={trial} />
        </div>
        <TrialResult trial={trial} />
      </div>
      <Textarea
        label={t('prompts:prompt')}
        description={t('prompts:promptHint')}
        rows={10}
        maxLength={PROMPT_LIMITS.chars}
        {...form.getInputProps('prompt')}
      />
      <Switch
        label={t('prompts:onlyArticles')}
        description={t('prompts:onlyArticlesHint')}
        {...form.getInputProps('onlyArticles', { type: 'checkbox' })}
      />
    </>
  );
}

export function Voice({ form, prompt }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Select
        label={t('prompts:voice')}
        description={t('prompts:voiceHint')}
        data={VOICES.map((voice) => ({ value: voice, label: voiceLabel(t, voice) }))}
        searchable
        allowDeselect={false}
        {...form.getInputProps('voice')}
      />
      {form.values.voice === WRITTEN ? null : (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <SecretField
            label={t('prompts:voiceKey')}
            description={t('prompts:voiceKeyHint')}
            kept={prompt?.voiceKey ?? ''}
            {...form.getInputProps('voiceKey')}
            value={form.values.voiceKey}
          />
          <TextInput
            label={t('prompts:voiceRegion')}
            description={t('prompts:voiceRegionHint')}
            autoComplete="off"
            {...form.getInputProps('voiceRegion')}
          />
        </SimpleGrid>
      )}
    </>
  );
}

export function Measures({ form }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  const format = useFormat();
  const { min, max } = PROMPT_LIMITS.temperature;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <NumberInput
        label={t('prompts:temperature')}
        description={t('prompts:temperatureHint')}
        inputWrapperOrder={ORDER}
        min={min}
        max={max}
        step={0.1}
        decimalScale={2}
        decimalSeparator={format.number(0.5).charAt(1)}
        allowedDecimalSeparators={[',', '.']}
        clampBehavior="strict"
        {...form.getInputProps('temperature')}
      />
      {(['maxTokens', 'maxMessages'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(`prompts:${name}`)}
          description={t(`prompts:${name}Hint`)}
          inputWrapperOrder={ORDER}
          min={PROMPT_LIMITS[name].min}
          max={PROMPT_LIMITS[name].max}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}

export function Advanced({ form }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t('prompts:baseUrl')}
        description={t('prompts:baseUrlHint')}
        inputWrapperOrder={ORDER}
        placeholder={AI_DEFAULTS.baseUrl}
        autoComplete="off"
        {...form.getInputProps('baseUrl')}
      />
      <TextInput
        label={t('prompts:model')}
        placeholder={AI_DEFAULTS.model}
        autoComplete="off"
        {...form.getInputProps('model')}
      />
      <TextInput
        label={t('prompts:transcriptionModel')}
        description={t('prompts:transcriptionModelHint')}
        inputWrapperOrder={ORDER}
        placeholder={AI_DEFAULTS.transcriptionModel}
        autoComplete="off"
        {...form.getInputProps('transcriptionModel')}
      />
      <NumberInput
        label={t('prompts:waitSeconds')}
        description={t('prompts:waitSecondsHint')}
        inputWrapperOrder={ORDER}
        min={WAIT_SECONDS.min}
        max={WAIT_SECONDS.max}
        allowDecimal={false}
        clampBehavior="strict"
        {...form.getInputProps('waitSeconds')}
      />
    </SimpleGrid>
  );
}
