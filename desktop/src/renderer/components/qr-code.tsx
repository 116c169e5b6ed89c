import { create } from 'qrcode';
import { useMemo } from 'react';
import classes from './qr-code.module.css';

/** Free modules around the code, as readers expect them. */
const QUIET = 4;

/** A QR code as one path: no inline style, no canvas, sharp at every size. Always dark on white, in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#1a1614" />
    </svg>
  );
}

export function drawQr(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'L' });
  let path = '';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
    }
  }
  return { path, size: modules.size + QUIET * 2 };
}
