import { type FileButtonProps, FileButton as MantineFileButton } from '@mantine/core';
import { useRef } from 'react';

/** Forgets what was chosen: of the same file once more, which has been removed or has failed, a browser tells nothing. */
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
