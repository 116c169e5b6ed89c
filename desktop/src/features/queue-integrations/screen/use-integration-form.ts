import { isWebAddress } from '@balcao/shared/contract/web-address.ts';
import type { QueueIntegrationDetails } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { IntegrationType } from '@balcao/shared/features/queue-integrations/row.ts';
import {
  isHeaderValue,
  isOwnHeader,
  REQUIRED_FIELDS,
  TYPEBOT_DELAY,
  TYPEBOT_EXPIRES,
} from '@balcao/shared/features/queue-integrations/rules.ts';
import { WAIT_SECONDS } from '@balcao/shared/features/responders/ai.ts';
import { useForm } from '@mantine/form';
import { z } from 'zod';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export type FormValues = Omit<QueueIntegrationDetails, 'id'>;
export type IntegrationForm = ReturnType<typeof useIntegrationForm>;

const EMPTY: FormValues = {
  type: 'dialogflow',
  name: '',
  projectName: '',
  jsonContent: '',
  language: 'pt-BR',
  urlN8N: '',
  headerName: '',
  headerValue: '',
  typebotSlug: '',
  typebotExpires: TYPEBOT_EXPIRES.initial,
  typebotDelayMessage: TYPEBOT_DELAY.initial,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotUnknownMessage: '',
  typebotRestartMessage: '',
  waitSeconds: WAIT_SECONDS.initial,
};

const TOLD = ['name', 'urlN8N', 'headerName', 'headerValue', 'waitSeconds'] as const;

/** The fields that an integration of this type has; the others are neither shown nor sent. */
const FIELDS = {
  dialogflow: ['name', 'projectName', 'language', 'jsonContent', 'waitSeconds'],
  n8n: TOLD,
  webhook: TOLD,
  typebot: [
    'name',
    'urlN8N',
    'typebotSlug',
    'typebotExpires',
    'typebotDelayMessage',
    'typebotKeywordFinish',
    'typebotKeywordRestart',
    'typebotUnknownMessage',
    'typebotRestartMessage',
    'waitSeconds',
  ],
} as const satisfies Record<IntegrationType, readonly (keyof FormValues)[]>;

export function fieldsOf(values: FormValues): Pick<FormValues, 'name'> & Partial<FormValues> {
  const fields = FIELDS[values.type].map((field) => {
    const value = values[field];
    return [field, typeof value === 'string' ? value.trim() : value];
  });
  return { name: values.name.trim(), ...Object.fromEntries(fields) };
}

/** @param known as it is; null: a new one */
export function useIntegrationForm(known: QueueIntegrationDetails | null) {
  const { t } = useTexts();
  const rules = useRules();
  type Rule = (value: string, values: FormValues) => string | null;

  /** Asks nothing of a field that the type does not have, and of one that it needs that it is filled. */
  const ofType =
    (field: keyof FormValues, rule: (value: string) => string | null = () => null): Rule =>
    (value, { type }) => {
      const [has, needs]: [readonly string[], readonly string[]] = [FIELDS[type], REQUIRED_FIELDS[type]];
      if (!has.includes(field)) return null;
      const text = String(value).trim();
      if (text === '') return needs.includes(field) ? rules.required(text) : null;
      return known?.[field] === value ? null : rule(text);
    };
  // An emptied number field holds an empty text.
  const number = (field: keyof FormValues) => (value: number | string, values: FormValues) =>
    ofType(field)(String(value), values) ?? (value === '' ? rules.required('') : null);

  return useForm<FormValues>({
    mode: 'controlled',
    initialValues: known ? withoutId(known) : EMPTY,
    validate: {
      name: rules.name,
      projectName: ofType('projectName', rules.atMost(200)),
      jsonContent: ofType('jsonContent', (text) => (accountOf(text) ? null : t('queueIntegrations:notJson'))),
      urlN8N: ofType('urlN8N', (text) => (isWebAddress(text) ? null : t('queueIntegrations:wrongUrl'))),
      headerName: ofType('headerName', (text) =>
        isOwnHeader(text) ? null : t('queueIntegrations:wrongHeader'),
      ),
      headerValue: ofType('headerValue', (text) =>
        isHeaderValue(text) ? null : t('queueIntegrations:wrongHeaderValue'),
      ),
      typebotSlug: ofType('typebotSlug', rules.atMost(200)),
      typebotKeywordFinish: ofType('typebotKeywordFinish', rules.atMost(200)),
      typebotKeywordRestart: ofType('typebotKeywordRestart', rules.atMost(200)),
      typebotExpires: number('typebotExpires'),
      typebotDelayMessage: number('typebotDelayMessage'),
      waitSeconds: number('waitSeconds'),
    },
  });
}

const withoutId = ({ id: _id, ...values }: QueueIntegrationDetails): FormValues => values;

const SERVICE_ACCOUNT = z.object({ private_key: z.string(), project_id: z.string().optional() });

/** The service account that a text is; undefined: it is none. */
export function accountOf(text: string): z.output<typeof SERVICE_ACCOUNT> | undefined {
  try {
    return SERVICE_ACCOUNT.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
