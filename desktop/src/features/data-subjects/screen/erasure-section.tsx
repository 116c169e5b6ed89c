import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import {
  approveErasure,
  type Erasure,
  eraseContact,
  eraseNumber,
  withdrawErasure,
} from '@balcao/shared/features/data-subjects/erasures.ts';
import { KEPT_KINDS } from '@balcao/shared/features/data-subjects/kinds.ts';
import { Button, Group } from '@mantine/core';
import { Section } from '../../../renderer/components/section.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { ErasureState } from './erasure-state.tsx';

/** A change of one is seen in the other's list and file. */
const ALSO = { also: ['erasures', 'data-subjects'] } as const;

/** Deletes all that the page counts, says what stays and why, and shows how far it is. */
export function ErasureSection({ file }: { file: DataFile }) {
  const { t } = useTexts();
  return (
    <Section title={t('dataSubjects:erasure')} hint={t('dataSubjects:erasureHint')}>
      <p>{t('dataSubjects:keptIntro')}</p>
      <ul>
        {KEPT_KINDS.map((kind) => (
          <li key={kind}>{t(`dataSubjects:kept.${kind}`)}</li>
        ))}
      </ul>
      {file.erasure ? <UnderWay erasure={file.erasure} digest={file.digest} /> : <Ask file={file} />}
    </Section>
  );
}

function Ask({ file: { contacts, numbers, name, digest } }: { file: DataFile }) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const ofContact = useApiCommand(eraseContact, ALSO);
  const ofNumber = useApiCommand(eraseNumber, ALSO);
  const body = { digest };
  const [contact] = contacts;
  const erase = () => {
    const asking = contact
      ? ofContact.mutateAsync({ params: { contactId: contact.id }, body })
      : ofNumber.mutateAsync({ params: { number: numbers[0] ?? '' }, body });
    void whenSaved(asking, t('dataSubjects:erasureAsked'), () => {});
  };
  const question = {
    title: t('dataSubjects:eraseTitle', { name }),
    text: t('dataSubjects:eraseQuestion'),
    confirm: t('dataSubjects:erase'),
  };
  return (
    <Button
      color="red"
      loading={ofContact.isPending || ofNumber.isPending}
      disabled={contacts.some(({ held }) => held)}
      onClick={() => confirm(question, erase)}
    >
      {t('dataSubjects:erase')}
    </Button>
  );
}

function UnderWay({ erasure, digest }: { erasure: Erasure; digest: string }) {
  const { t } = useTexts();
  const approve = useApiCommand(approveErasure, ALSO);
  const withdraw = useApiCommand(withdrawErasure, ALSO);
  const params = { erasureId: erasure.id };
  return (
    <Group gap="sm">
      <ErasureState erasure={erasure} />
      {erasure.state === 'asked' && !erasure.isOwn ? (
        <Button
          color="red"
          loading={approve.isPending}
          onClick={() =>
            void whenSaved(
              approve.mutateAsync({ params, body: { digest } }),
              t('dataSubjects:erasureApproved'),
              () => {},
            )
          }
        >
          {t('dataSubjects:approve')}
        </Button>
      ) : null}
      <Button
        variant="default"
        loading={withdraw.isPending}
        onClick={() =>
          void whenSaved(withdraw.mutateAsync({ params }), t('dataSubjects:erasureWithdrawn'), () => {})
        }
      >
        {t('dataSubjects:withdraw')}
      </Button>
    </Group>
  );
}
