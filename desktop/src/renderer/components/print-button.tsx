import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';

const SCHEME = 'data-mantine-color-scheme';

/** Puts the page on paper, which is white whatever the theme is, also when the browser's own menu prints it. */
export function PrintButton({ label }: { label: string }) {
  useEffect(() => {
    const root = document.documentElement;
    let scheme: string | null = null;
    const lighten = () => {
      scheme = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const restore = () => {
      if (scheme !== null) root.setAttribute(SCHEME, scheme);
    };
    window.addEventListener('beforeprint', lighten);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', lighten);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      {label}
    </Button>
  );
}
