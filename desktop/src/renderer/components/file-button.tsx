import { type FileButtonProps, FileButton as MantineFileButton } from '@mantine/core';
import { useRef } from 'react';

/** Clears the choice: a browser sends no event for the same file again after it was removed or failed. */
export function FileButton<Multiple extends boolean = false>({
  onChange,
  ...rest
}: FileButtonProps<Multiple>) {
  const reset = useRef<() => void>(null);
  return (
    <MantineFileButton<Multiple>
      {...rest}
      resetRef={reset}
      onChange={(chosen) => {
        reset.current?.();
        onChange(chosen);
      }}
    />
  );
}
