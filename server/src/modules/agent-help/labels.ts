/** What a conversation may be sorted by, and how an AI names it. */
export interface Labels {
  tags: readonly Label[];
  queues: readonly Label[];
}

export interface Label {
  id: number;
  name: string;
}

export const NO_LABELS: Labels = { tags: [], queues: [] };

const MAX_TAGS = 3;

/** Each with its mark. */
export const listLabels = ({ tags, queues }: Labels): string =>
  [
    ...tags.map(({ name }, at) => `T${at + 1} ${oneLine(name)}`),
    ...queues.map(({ name }, at) => `Q${at + 1} ${oneLine(name)}`),
  ].join('\n');

const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ');

interface Chosen {
  tagIds: number[];
  queueId: number | null;
  /** Marks of what it was not given, which are dropped. */
  invented: number;
}

export function readLabels(answer: string, { tags, queues }: Labels): Chosen {
  const marks = [...answer.matchAll(/\b([TQ])(\d{1,4})\b/g)];
  const labels = marks.map(([, kind, at]) => ({
    kind,
    id: (kind === 'T' ? tags : queues)[Number(at) - 1]?.id,
  }));
  const idsOf = (wanted: 'T' | 'Q') => [
    ...new Set(labels.flatMap(({ kind, id }) => (kind === wanted && id !== undefined ? [id] : []))),
  ];
  return {
    tagIds: idsOf('T').slice(0, MAX_TAGS),
    queueId: idsOf('Q')[0] ?? null,
    invented: labels.filter(({ id }) => id === undefined).length,
  };
}
