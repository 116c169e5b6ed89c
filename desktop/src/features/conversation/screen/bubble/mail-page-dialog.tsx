import { mailPage } from '@balcao/shared/features/messages/mail-page.ts';
import { Button, Loader, Modal } from '@mantine/core';
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useNarrow } from '../../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './mail-page-dialog.module.css';
import { PageFrame } from './page-frame.tsx';

interface Props {
  messageId: string;
  subject: string;
  onClose: () => void;
}

/** How an e-mail looks. Pictures that lie outside are asked for by a person, and fetched by the server. */
export function MailPageDialog({ messageId, subject, onClose }: Props) {
  const { t } = useTexts();
  const narrow = useNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      fullScreen={narrow}
      padding={0}
      title={subject || t('conversation:mail.noSubject')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      <MailPage messageId={messageId} />
    </Modal>
  );
}

function MailPage({ messageId }: Pick<Props, 'messageId'>) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(false);
  const { data, isError, isPlaceholderData } = useApiQuery(mailPage, {
    params: { messageId },
    ...(wanted ? { query: { pictures: 'outside' as const } } : {}),
  });
  if (isError) return <p className={classes.hint}>{t('conversation:mail.page.offline')}</p>;
  if (!data)
    return <Loader className={classes.loader} size="sm" role="status" aria-label={t('common:loading')} />;
  const isFetching = wanted && isPlaceholderData;
  const missing = wanted && !isFetching ? data.outside - data.pictures.length : 0;
  return (
    <>
      {data.outside > 0 && !(wanted && missing === 0 && !isFetching) ? (
        <div className={classes.bar} role="status">
          <IconPhotoOff size={16} stroke={1.8} aria-hidden />
          <span className={classes.told}>
            {missing > 0
              ? t('conversation:mail.page.missing', { count: missing })
              : t('conversation:mail.page.outside', { count: data.outside })}
          </span>
          {missing > 0 ? null : (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconPhoto size={15} stroke={1.8} aria-hidden />}
              loading={isFetching}
              onClick={() => setWanted(true)}
            >
              {t('conversation:mail.page.show')}
            </Button>
          )}
        </div>
      ) : null}
      <PageFrame title={t('conversation:mail.page.title')} page={data} />
    </>
  );
}
