import { type ReactNode, useState } from 'react';
import { useOnReconnect } from '../kit/use-on-reconnect.ts';

type Instead = (retry: () => void, isLive: boolean) => ReactNode;

interface Props {
  /** @param onFailed for the element's `onError` */
  children: (onFailed: () => void) => ReactNode;
  /** The content when it could not be loaded; nothing by default. */
  instead?: Instead;
}

const NOTHING: Instead = () => null;

/** A picture, a film or a sound that may not come over a bad line: it is fetched again when the server is back. */
export function Loadable({ children, instead = NOTHING }: Props) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Failed instead={instead} onRetry={() => setFailed(false)} />;
  return children(() => setFailed(true));
}

/** Apart, so that only what has failed follows the connection. */
function Failed({ instead, onRetry }: { instead: Instead; onRetry: () => void }) {
  const isLive = useOnReconnect(onRetry);
  return instead(onRetry, isLive);
}
