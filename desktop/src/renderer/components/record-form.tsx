import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FormActions } from './form-actions.tsx';
import { useUnsaved } from './form-dialog.tsx';
import { FormError } from './form-error.tsx';

interface Props {
  isUnsaved: () => boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What saves it: it waits for these, and says why they were refused. */
  commands: readonly { error: Error | null; isPending: boolean }[];
  /** A file of it is on its way. */
  isWaiting?: boolean;
  /** What is said of a refusal, above its reason. */
  failed?: string;
  /** The label of the save button; "save" when absent. */
  label?: string;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form of a record in its dialog, which asks before it closes over something unsaved. */
export function RecordForm(props: Props) {
  const { isUnsaved, onSubmit, commands, isWaiting = false, failed, label, onClose, children } = props;
  useUnsaved(isUnsaved);
  const refused = commands.find(({ error }) => error !== null);
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormError error={refused?.error} {...(failed ? { title: failed } : {})} />
        {children}
        <FormActions
          {...(label ? { label } : {})}
          saving={isWaiting || commands.some(({ isPending }) => isPending)}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
