import { ShownOnce } from '../../../renderer/components/shown-once.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  shown: { name: string; key: string } | null;
  onClose: () => void;
}

export function ShownKey({ shown, onClose }: Props) {
  const { t } = useTexts();
  return (
    <ShownOnce
      secret={shown?.key ?? null}
      title={t('messagesApi:keys.shown', { name: shown?.name ?? '' })}
      label={t('messagesApi:keys.label')}
      warning={t('messagesApi:keys.copy')}
      notes={[t('messagesApi:keys.use')]}
      done={t('messagesApi:keys.done')}
      onClose={onClose}
    />
  );
}
