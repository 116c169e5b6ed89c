import { CREDENTIALS, MAIL_TOKEN_PROVIDERS } from '@balcao/shared/features/connections/credentials.ts';
import type { TextOf } from '../../../renderer/kit/use-texts.ts';

/** A mailbox as the fields hold it. */
export interface MailValues {
  address: string;
  fromName: string;
  signature: string;
  /** Empty: the address. */
  user: string;
  /** How it is opened: by a password, or by tokens of a provider. */
  opens: MailOpening;
  password: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  folder: string;
  tagged: boolean;
  imapHost: string;
  imapPort: number | string;
  imapSecurity: 'tls' | 'starttls' | 'none';
  smtpHost: string;
  smtpPort: number | string;
  smtpSecurity: 'tls' | 'starttls' | 'none';
}

export const MAIL_OPENINGS = ['password', ...MAIL_TOKEN_PROVIDERS] as const;
type MailOpening = (typeof MAIL_OPENINGS)[number];

export const MAIL_PROVIDERS = ['gmail', 'outlook', 'own'] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];

type Servers = Pick<
  MailValues,
  'imapHost' | 'imapPort' | 'imapSecurity' | 'smtpHost' | 'smtpPort' | 'smtpSecurity'
>;

/** The servers of those whom most companies have. */
export const SERVERS_OF: Record<MailProvider, Servers> = {
  gmail: {
    imapHost: 'imap.gmail.com',
    imapPort: 993,
    imapSecurity: 'tls',
    smtpHost: 'smtp.gmail.com',
    smtpPort: 465,
    smtpSecurity: 'tls',
  },
  outlook: {
    imapHost: 'outlook.office365.com',
    imapPort: 993,
    imapSecurity: 'tls',
    smtpHost: 'smtp.office365.com',
    smtpPort: 587,
    smtpSecurity: 'starttls',
  },
  own: {
    imapHost: '',
    imapPort: 993,
    imapSecurity: 'tls',
    smtpHost: '',
    smtpPort: 587,
    smtpSecurity: 'starttls',
  },
};

export const NO_MAIL: MailValues = {
  address: '',
  fromName: '',
  signature: '',
  user: '',
  opens: 'password',
  password: '',
  tenant: '',
  clientId: '',
  clientSecret: '',
  refreshToken: '',
  folder: 'INBOX',
  tagged: false,
  ...SERVERS_OF.gmail,
};

const credentialsOf = ({
  user,
  imapPort,
  smtpPort,
  opens,
  password,
  tenant,
  clientId,
  clientSecret,
  refreshToken,
  ...values
}: MailValues) => ({
  ...values,
  password: opens === 'password' ? password : '',
  oauth:
    opens === 'password'
      ? null
      : {
          provider: opens,
          ...(tenant.trim() === '' ? {} : { tenant }),
          clientId,
          clientSecret,
          refreshToken,
        },
  user: user.trim() || values.address.trim(),
  imapPort: Number(imapPort),
  smtpPort: Number(smtpPort),
});

/** What was typed; undefined: nothing, so what is kept stays. */
export function typedMail(values: MailValues) {
  const read = CREDENTIALS.mail.safeParse(credentialsOf(values));
  return read.success ? read.data : undefined;
}

/** What is wrong with a field, in words; null: nothing. */
export function mailProblem(field: keyof MailValues, values: MailValues, t: TextOf): string | null {
  const problems = CREDENTIALS.mail.safeParse(credentialsOf(values)).error?.issues ?? [];
  // Without a user it is the address, which says itself what is wrong.
  const isImplied = field === 'user' && values.user.trim() === '';
  const isWrong = problems.some(
    ({ path }) => path[0] === field || (path[0] === 'oauth' && path[1] === field),
  );
  if (isImplied || !isWrong) return null;
  switch (field) {
    case 'imapHost':
    case 'smtpHost':
      return t('connections:mail.invalid.host');
    case 'imapPort':
    case 'smtpPort':
      return t('connections:mail.invalid.port');
    case 'imapSecurity':
    case 'smtpSecurity':
    case 'tagged':
    case 'opens':
      return null;
    default:
      return t(`connections:mail.invalid.${field}`);
  }
}
