import type { Facts } from '@balcao/shared/features/system/findings.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useSeconds } from './use-seconds.ts';

/** What fills the sentence of a finding, as people read it. Counts stay numbers: they choose the form of the sentence. */
export function useFacts() {
  const format = useFormat();
  const fileSize = useFileSize();
  const written = useSeconds();
  return ({ count = 0, most = 0, bytes = 0, seconds = 0, since, until, name = '' }: Facts) => ({
    count,
    most,
    name,
    bytes: fileSize(bytes),
    seconds: written(seconds),
    since: since ? written((serverNow().getTime() - Date.parse(since)) / 1_000) : '',
    until: until ? format.date(until) : '',
  });
}
