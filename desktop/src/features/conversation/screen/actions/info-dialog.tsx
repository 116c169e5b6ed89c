import type { ChannelFeatures } from '@balcao/shared/features/connections/channel.ts';
import { type MessageInfo, messageInfo } from '@balcao/shared/features/messages/calls.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Modal } from '@mantine/core';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './info-dialog.module.css';

const STEPS = ['stored', 'queued', 'sent', 'delivered', 'read', 'played'] as const;
/** The rest of the way of a customer's message is not ours to know. */
const THEIR_STEPS = ['stored'] as const;

/** What happened to a message: when it was stored, queued, tried, delivered and read, refused and why, edited, by whom, its text before. */
export function InfoDialog({
  message,
  features,
  onClose,
}: {
  message: MessageItem;
  /** These are the features of the conversation's channel. */
  features: Pick<ChannelFeatures, 'ticks'>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const { data, isError } = useApiQuery(messageInfo, { params: { messageId: message.id } });
  return (
    <Modal
      opened
      onClose={onClose}
      size={460}
      title={t('conversation:infoTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {isError ? <p className={classes.hint}>{t('conversation:infoOffline')}</p> : null}
      <Times
        times={data?.times}
        isAudio={message.mediaType === 'audio'}
        ticks={features.ticks}
        of={message.fromMe ? STEPS : THEIR_STEPS}
      />
      {features.ticks === 'sent' && message.fromMe ? (
        <p className={classes.hint}>{t('conversation:infoOnlySent')}</p>
      ) : null}
      <dl className={classes.facts}>
        <div>
          <dt>{t('conversation:infoOrigin')}</dt>
          <dd>
            {[message.userName, t(`conversation:origins.${message.origin}`)].filter(Boolean).join(' · ')}
          </dd>
        </div>
      </dl>
      {data && data.steps.length > 0 ? <Steps steps={data.steps} /> : null}
      {data ? (
        <dl className={classes.facts}>
          <div>
            <dt>{t('conversation:infoConnection')}</dt>
            <dd>{data.connection}</dd>
          </div>
          {data.waId ? (
            <div>
              <dt>{t('conversation:infoWaId')}</dt>
              <dd className={classes.id}>{data.waId}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {message.errorCode && !data?.steps.some(({ errorCode }) => errorCode === message.errorCode) ? (
        <dl className={classes.facts}>
          <div>
            <dt>{t('conversation:infoError')}</dt>
            <dd className={classes.error}>{errorText(message.errorCode)}</dd>
          </div>
        </dl>
      ) : null}
      {data?.recipients.map((recipient, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name, and none has a state of its own
        <section key={index}>
          <h3 className={classes.name}>
            {recipient.name ||
              (recipient.number ? formatPhone(recipient.number) : t('conversation:infoMember'))}
          </h3>
          <Times times={recipient} isAudio={message.mediaType === 'audio'} ticks={features.ticks} />
        </section>
      ))}
      {data && data.earlierBodies.length > 0 ? (
        <section>
          <h3 className={classes.name}>{t('conversation:infoEarlier')}</h3>
          {data.earlierBodies.map((body, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: history only grows
            <p key={index} className={classes.earlier}>
              {body}
            </p>
          ))}
        </section>
      ) : null}
    </Modal>
  );
}

/** What became of it besides, the oldest first. */
function Steps({ steps }: Pick<MessageInfo, 'steps'>) {
  const { t } = useTexts();
  const format = useFormat();
  const errorText = useErrorText();
  return (
    <dl className={classes.facts}>
      {steps.map(({ kind, at, by, errorCode }) => (
        <div key={`${at} ${kind}`}>
          <dt>{t(`conversation:infoSteps.${kind}`)}</dt>
          <dd>
            {[`${format.date(at)} ${format.time(at)}`, by].filter(Boolean).join(' · ')}
            {errorCode ? <span className={classes.reason}>{errorText(errorCode)}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Times({
  times,
  isAudio,
  ticks,
  of = STEPS,
}: {
  times: Partial<MessageInfo['times']> | undefined;
  isAudio: boolean;
  ticks: ChannelFeatures['ticks'];
  of?: readonly (typeof STEPS)[number][];
}) {
  const { t } = useTexts();
  const format = useFormat();
  const steps = of.filter(
    (step) =>
      (times ? step in times : true) &&
      (step !== 'played' || isAudio) &&
      (step !== 'queued' || Boolean(times?.queued)) &&
      (step === 'stored' || step === 'queued' || step === 'sent' || ticks === 'read'),
  );
  return (
    <dl className={classes.facts}>
      {steps.map((step) => {
        const at = times?.[step];
        return (
          <div key={step}>
            <dt>{t(`conversation:infoTimes.${step}`)}</dt>
            <dd>
              {at ? `${format.date(at)} ${format.time(at)}` : times ? t('conversation:infoNever') : '…'}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
