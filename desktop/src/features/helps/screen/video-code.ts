const CODE = /^[\w-]+$/;
const ADDRESS = /(?:youtu\.be\/|[?&]v=|\/(?:embed|shorts|live)\/)([\w-]+)/;

/** People paste the whole address of a video; only its code is kept. Null when there is none. */
export function videoCode(text: string): string | null {
  const trimmed = text.trim();
  return CODE.test(trimmed) ? trimmed : (ADDRESS.exec(trimmed)?.[1] ?? null);
}
