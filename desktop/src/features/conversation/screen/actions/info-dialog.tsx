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

const STEPS = ['sent', 'delivered', 'read', 'played'] as const;

/** The delivery details of a message: when it was delivered and read, why it failed, its text before edits. */
export function InfoDialog({
  message,
  features,
  onClose,
}: {
  message: MessageItem;
  /** Of the conversation's channel. */
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
      <Times times={data?.times} isAudio={message.mediaType === 'audio'} ticks={features.ticks} />
      {features.ticks === 'sent' ? <p className={classes.hint}>{t('conversation:infoOnlySent')}</p> : null}
      <dl className={classes.facts}>
        <div>
          <dt>{t('conversation:infoOrigin')}</dt>
          <dd>
            {[message.userName, t(`conversation:origins.${message.origin}`)].filter(Boolean).join(' · ')}
          </dd>
        </div>
      </dl>
      {message.errorCode ? (
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

function Times({
  times,
  isAudio,
  ticks,
}: {
  times: Partial<MessageInfo['times']> | undefined;
  isAudio: boolean;
  ticks: ChannelFeatures['ticks'];
}) {
  const { t } = useTexts();
  const format = useFormat();
  const steps = STEPS.filter(
    (step) =>
      (times ? step in times : true) &&
      (step !== 'played' || isAudio) &&
      (step === 'sent' || ticks === 'read'),
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
