import type { PromptView } from '@balcao/shared/features/prompts/calls.ts';
import { PROMPT_LIMITS, type Voice, WAIT_SECONDS, WRITTEN } from '@balcao/shared/features/responders/ai.ts';
import { useForm } from '@mantine/form';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface FormValues {
  name: string;
  apiKey: string;
  prompt: string;
  queueId: string | null;
  voice: Voice;
  voiceKey: string;
  voiceRegion: string;
  /** An emptied number field holds an empty text. */
  temperature: number | string;
  maxTokens: number | string;
  maxMessages: number | string;
  baseUrl: string;
  model: string;
  transcriptionModel: string;
  waitSeconds: number | string;
  onlyArticles: boolean;
}

/** The fields that are folded away. */
export const ADVANCED = ['baseUrl', 'model', 'transcriptionModel', 'waitSeconds'] as const;

const { maxTokens, maxMessages, temperature } = PROMPT_LIMITS;

export function usePromptForm(prompt: PromptView | null) {
  const { t } = useTexts();
  const rules = useRules();
  const number = (value: number | string) => rules.required(String(value));
  return useForm<FormValues>({
    initialValues: {
      name: prompt?.name ?? '',
      apiKey: prompt?.apiKey ?? '',
      prompt: prompt?.prompt ?? '',
      queueId: prompt?.queueId ? String(prompt.queueId) : null,
      voice: prompt?.voice ?? WRITTEN,
      voiceKey: prompt?.voiceKey ?? '',
      voiceRegion: prompt?.voiceRegion ?? '',
      temperature: prompt?.temperature ?? temperature.initial,
      maxTokens: prompt?.maxTokens ?? maxTokens.initial,
      maxMessages: prompt?.maxMessages ?? maxMessages.initial,
      baseUrl: prompt?.baseUrl ?? '',
      model: prompt?.model ?? '',
      transcriptionModel: prompt?.transcriptionModel ?? '',
      waitSeconds: prompt?.waitSeconds ?? WAIT_SECONDS.initial,
      onlyArticles: prompt?.onlyArticles ?? false,
    },
    validate: {
      name: rules.within({ min: 1, max: PROMPT_LIMITS.nameChars }),
      prompt: rules.atMost(PROMPT_LIMITS.chars),
      queueId: (id) => (id ? null : t('prompts:queueRequired')),
      voiceRegion: (region) => (/^[a-z0-9]*$/.test(region.trim()) ? null : t('prompts:voiceRegionWrong')),
      temperature: number,
      maxTokens: number,
      maxMessages: number,
      baseUrl: (url) => (isAddress(url.trim()) ? null : t('prompts:baseUrlWrong')),
      waitSeconds: number,
    },
  });
}

export type PromptForm = ReturnType<typeof usePromptForm>;

const isAddress = (url: string) => url === '' || (/^https?:\/\//.test(url) && URL.canParse(url));

export function fieldsOf({ queueId, ...values }: FormValues) {
  return {
    ...values,
    name: values.name.trim(),
    apiKey: values.apiKey.trim(),
    queueId: Number(queueId),
    voiceKey: values.voiceKey.trim(),
    voiceRegion: values.voiceRegion.trim(),
    temperature: Number(values.temperature),
    maxTokens: Number(values.maxTokens),
    maxMessages: Number(values.maxMessages),
    baseUrl: values.baseUrl.trim(),
    model: values.model.trim(),
    transcriptionModel: values.transcriptionModel.trim(),
    waitSeconds: Number(values.waitSeconds),
  };
}
