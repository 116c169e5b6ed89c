import soundUrl from '../../../../resources/sounds/notification.wav';

/** `volume` from 0 to 1. A browser may refuse sound before the first click; then there simply is none. */
export function playNotification(volume: number): void {
  if (volume === 0) return;
  const audio = new Audio(soundUrl);
  audio.volume = volume;
  audio.play().catch(() => {});
}
