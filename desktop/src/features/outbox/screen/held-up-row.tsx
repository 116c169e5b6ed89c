import type { HeldUpMessage } from '@balcao/shared/bridge/outbox.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CommandIcon } from './command-icon.tsx';
import { EntryFrame, Reason } from './entry-frame.tsx';

/** A message that has arrived at the server and cannot leave it: its connection is away from WhatsApp. */
export function HeldUpRow({ message }: { message: HeldUpMessage }) {
  const { t } = useTexts();
  return (
    <EntryFrame
      icon={<CommandIcon name="message.send" type={message.type} />}
      title={t('messages:commands.message.send')}
      whom={message}
      at={message.at}
      text={message.text}
      why={<Reason tone="warning">{t('outbox:whatsappDown', { name: message.connection.name })}</Reason>}
    />
  );
}
