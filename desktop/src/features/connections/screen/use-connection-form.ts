import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type {
  ConnectionDetails,
  ConnectionRules,
  listHubChannels,
} from '@balcao/shared/features/connections/calls.ts';
import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import { useForm } from '@mantine/form';
import type { Bots } from '../../../renderer/components/bot-selects.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import {
  type CredentialField,
  type CredentialValues,
  isWrong,
  NO_CREDENTIALS,
  typedCredentials,
} from './credentials.ts';
import { type MailValues, mailProblem, NO_MAIL, typedMail } from './mail-values.ts';

/** A channel of an account at the hub. */
export type HubChoice = RouteOutput<typeof listHubChannels>[number];

export type Section = 'general' | 'texts' | 'automation' | 'programs';

/** The values as the fields hold them: ids of selects are text. */
export interface FormValues
  extends Bots,
    CredentialValues,
    Omit<ConnectionRules, 'queueIds' | 'redirectQueueId' | keyof Bots> {
  name: string;
  kind: ConnectionKind;
  /**
   * This token is of the account at the hub. Empty: the one that is kept stays; for a new connection it is the
   * company's.
   */
  hubToken: string;
  /** The channel of the hub that was chosen; null: the one that is kept stays. */
  hubChannel: HubChoice | null;
  /** The mailbox that was typed; without an address what is kept stays. */
  mail: MailValues;
  isDefault: boolean;
  queueIds: string[];
  redirectQueueId: string | null;
  /** Undefined: unchanged; empty: removed. */
  token: string | undefined;
}

/** The section of each field that may be wrong. */
export const SECTION_OF = {
  name: 'general',
  botToken: 'general',
  phoneNumberId: 'general',
  accessToken: 'general',
  appSecret: 'general',
  businessAccountId: 'general',
  hubToken: 'general',
  hubChannel: 'general',
  greetingMessage: 'general',
  redirectMinutes: 'automation',
  botSends: 'automation',
  botIntervalMinutes: 'automation',
  botSilenceMinutes: 'automation',
  closeAfterMinutes: 'automation',
} as const satisfies Partial<Record<keyof FormValues, Section>>;

export type ConnectionForm = ReturnType<typeof useConnectionForm>;

export function useConnectionForm(connection: ConnectionDetails | null, kind: ConnectionKind) {
  const { t } = useTexts();
  const rules = useRules();
  // An emptied number field holds an empty text.
  const number = (value: number | string) => rules.required(String(value));
  const credential = (field: CredentialField) => (_text: string, values: FormValues) => {
    // With nothing typed what is kept stays.
    const isKept = connection !== null && typedCredentials(values.kind, values) === undefined;
    return !isKept && isWrong(values.kind, field, values)
      ? t(`connections:credentials.${field}.invalid`)
      : null;
  };
  return useForm<FormValues>({
    mode: 'controlled',
    initialValues: {
      name: connection?.name ?? '',
      kind,
      ...NO_CREDENTIALS,
      hubToken: '',
      hubChannel: null,
      mail: NO_MAIL,
      isDefault: connection?.isDefault ?? false,
      queueIds: (connection?.queueIds ?? []).map(String),
      greetingMessage: connection?.greetingMessage ?? '',
      completionMessage: connection?.completionMessage ?? '',
      outOfHoursMessage: connection?.outOfHoursMessage ?? '',
      ratingMessage: connection?.ratingMessage ?? '',
      redirectQueueId: connection?.redirectQueueId ? String(connection.redirectQueueId) : null,
      redirectMinutes: connection?.redirectMinutes ?? 0,
      promptId: connection?.promptId ? String(connection.promptId) : null,
      integrationId: connection?.integrationId ? String(connection.integrationId) : null,
      botSends: connection?.botSends ?? 3,
      botIntervalMinutes: connection?.botIntervalMinutes ?? 0,
      botSilenceMinutes: connection?.botSilenceMinutes ?? 30,
      botSilenceAction: connection?.botSilenceAction ?? 'wait',
      closeAfterMinutes: connection?.closeAfterMinutes ?? 0,
      inactivityMessage: connection?.inactivityMessage ?? '',
      importSince: connection?.importSince ?? null,
      token: undefined,
    },
    validate: {
      name: rules.name,
      botToken: credential('botToken'),
      phoneNumberId: credential('phoneNumberId'),
      accessToken: credential('accessToken'),
      appSecret: credential('appSecret'),
      businessAccountId: credential('businessAccountId'),
      hubChannel: (choice, { kind, hubToken }) =>
        kind !== 'hub' || choice || (connection && hubToken === '') ? null : t('connections:hub.choose'),
      mail: Object.fromEntries(
        Object.keys(NO_MAIL).map((field) => [
          field,
          (_value: unknown, { kind: ofKind, mail }: FormValues) =>
            ofKind === 'mail' &&
            !(connection && mail.address.trim() === '' && mail.password === '' && mail.refreshToken === '')
              ? mailProblem(field as keyof MailValues, mail, t)
              : null,
        ]),
      ),
      greetingMessage: (text, { queueIds }) =>
        queueIds.length > 1 && text.trim() === '' ? t('connections:greetingRequired') : null,
      redirectMinutes: number,
      botSends: number,
      botIntervalMinutes: number,
      botSilenceMinutes: number,
      closeAfterMinutes: number,
    },
  });
}

export function fieldsOf({
  token,
  kind,
  botToken,
  phoneNumberId,
  accessToken,
  appSecret,
  businessAccountId,
  hubToken,
  hubChannel,
  mail,
  queueIds,
  redirectQueueId,
  promptId,
  integrationId,
  ...values
}: FormValues) {
  return {
    ...values,
    name: values.name.trim(),
    queueIds: queueIds.map(Number),
    redirectQueueId: redirectQueueId ? Number(redirectQueueId) : null,
    promptId: promptId ? Number(promptId) : null,
    integrationId: integrationId ? Number(integrationId) : null,
    token: token === '' ? null : token,
    credentials: hubChannel
      ? {
          ...(hubToken.trim() === '' ? {} : { hubToken }),
          channelId: hubChannel.id,
          channel: hubChannel.channel,
        }
      : kind === 'mail'
        ? typedMail(mail)
        : typedCredentials(kind, { botToken, phoneNumberId, accessToken, appSecret, businessAccountId }),
  };
}
