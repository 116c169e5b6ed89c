import type { ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

interface Props<T> {
  /** `new` for one to be made; null while nothing is open. */
  record: T | 'new' | null;
  addTitle: string;
  editTitle: string;
  size?: ModalProps['size'];
  onClose: () => void;
  /** The form; null: of a new record. */
  children: (record: T | null) => ReactNode;
}

/** The dialog in which a record is made or changed. */
export function RecordDialog<T>({ record, addTitle, editTitle, children, ...dialog }: Props<T>) {
  return (
    <FormDialog value={record} title={(shown) => (shown === 'new' ? addTitle : editTitle)} {...dialog}>
      {(shown) => children(shown === 'new' ? null : shown)}
    </FormDialog>
  );
}
