import { ShownOnce } from '../../../renderer/components/shown-once.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export interface ShownSecret {
  name: string;
  secret: string;
  /** Until when the one before signs too; null: there was none. */
  previousUntil: string | null;
}

export function SecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const until = shown?.previousUntil;
  return (
    <ShownOnce
      secret={shown?.secret ?? null}
      title={t('webhooks:secret.title', { name: shown?.name ?? '' })}
      label={t('webhooks:secret.label')}
      warning={t('webhooks:secret.copy')}
      notes={[
        t('webhooks:secret.use'),
        ...(until ? [t('webhooks:secret.previous', { when: format.moment(until) })] : []),
      ]}
      done={t('webhooks:secret.done')}
      onClose={onClose}
    />
  );
}
