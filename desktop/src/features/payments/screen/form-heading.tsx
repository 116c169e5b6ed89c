import { Text, Title } from '@mantine/core';

export function FormHeading({ title, hint }: { title: string; hint?: string }) {
  return (
    <div>
      <Title order={2} size="h5">
        {title}
      </Title>
      {hint ? (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      ) : null}
    </div>
  );
}
