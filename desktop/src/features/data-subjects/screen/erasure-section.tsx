import { AppError } from '@balcao/shared/errors.ts';
import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import {
  approveErasure,
  type Erasure,
  eraseContact,
  eraseNumber,
  withdrawErasure,
} from '@balcao/shared/features/data-subjects/erasures.ts';
import { DATA_KINDS, KEPT_KINDS } from '@balcao/shared/features/data-subjects/kinds.ts';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../renderer/components/section.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { ErasureState } from './erasure-state.tsx';

/** A change of one is seen in the other's list and file. */
const ALSO = { also: ['erasures', 'data-subjects'] } as const;

interface Props {
  file: DataFile;
  /** Somebody has refused a file that is out of date. */
  onOutdated: () => void;
}

/** Deletes all that the page counts, says what stays and why, and shows how far it is. */
export function ErasureSection({ file, onOutdated }: Props) {
  const { t } = useTexts();
  const [refused, setRefused] = useState<DataFile | null>(null);
  const outdated = () => {
    setRefused(file);
    onOutdated();
  };
  return (
    <Section title={t('dataSubjects:erasure')} hint={t('dataSubjects:erasureHint')}>
      <p>{t('dataSubjects:keptIntro')}</p>
      <ul>
        {KEPT_KINDS.map((kind) => (
          <li key={kind}>{t(`dataSubjects:kept.${kind}`)}</li>
        ))}
      </ul>
      {file.heldGroupMessages > 0 ? (
        <p>{t('dataSubjects:heldMessages', { count: file.heldGroupMessages })}</p>
      ) : null}
      {refused && refused.digest !== file.digest ? <Changed before={refused} now={file} /> : null}
      {file.erasure ? (
        <UnderWay erasure={file.erasure} digest={file.digest} onOutdated={outdated} />
      ) : (
        <Ask file={file} onOutdated={outdated} />
      )}
    </Section>
  );
}

/** What is otherwise than whoever was refused had seen. */
function Changed({ before, now }: { before: DataFile; now: DataFile }) {
  const { t } = useTexts();
  const format = useFormat();
  const changes = DATA_KINDS.filter((kind) => before.counts[kind] !== now.counts[kind]).map((kind) =>
    t('dataSubjects:change', {
      kind: t(`dataSubjects:kinds.${kind}`),
      before: format.number(before.counts[kind]),
      now: format.number(now.counts[kind]),
    }),
  );
  return (
    <Alert color="yellow" title={t('dataSubjects:changed')}>
      {changes.length > 0 ? changes.join(' · ') : t('dataSubjects:changedOtherwise')}
    </Alert>
  );
}

const unlessOutdated = (onOutdated: () => void) => (error: unknown) => {
  if (error instanceof AppError && error.code === 'ERR_ERASURE_OUTDATED') onOutdated();
};

function Ask({ file: { contacts, numbers, name, digest }, onOutdated }: Props) {
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
    asking.catch(unlessOutdated(onOutdated));
    void whenSaved(asking, t('dataSubjects:erasureAsked'), () => {});
  };
  const question = {
    title: t('dataSubjects:eraseTitle', { name }),
    text: t('dataSubjects:eraseQuestion'),
    confirm: t('dataSubjects:erase'),
  };
  return (
    <Button
      color="red.8"
      loading={ofContact.isPending || ofNumber.isPending}
      disabled={contacts.some(({ held }) => held)}
      onClick={() => confirm(question, erase)}
    >
      {t('dataSubjects:erase')}
    </Button>
  );
}

interface UnderWayProps extends Pick<Props, 'onOutdated'> {
  erasure: Erasure;
  digest: string;
}

function UnderWay({ erasure, digest, onOutdated }: UnderWayProps) {
  const { t } = useTexts();
  const approve = useApiCommand(approveErasure, ALSO);
  const withdraw = useApiCommand(withdrawErasure, ALSO);
  const params = { erasureId: erasure.id };
  const agree = () => {
    const agreeing = approve.mutateAsync({ params, body: { digest } });
    agreeing.catch(unlessOutdated(onOutdated));
    void whenSaved(agreeing, t('dataSubjects:erasureApproved'), () => {});
  };
  return (
    <Group gap="sm">
      <ErasureState erasure={erasure} />
      {erasure.state === 'asked' && !erasure.isOwn ? (
        <Button color="red.8" loading={approve.isPending} onClick={agree}>
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
