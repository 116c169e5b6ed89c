import { useEffect, useState } from 'react';
import { findTourPlace, type TourPlace } from '../../../renderer/kit/tour-places.ts';

/** Where something stands in the window, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Follows the place through everything that moves it, frame by frame: no event tells of them all. */
export function useTourBox(place: TourPlace): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const found = findTourPlace(place);
      if (found) setBox((before) => sameOr(before, found.getBoundingClientRect()));
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [place]);
  return box;
}

/** The same object as long as nothing has moved: then nothing is drawn again. */
function sameOr(before: Box | null, { left, top, width, height }: Box): Box {
  const isSame =
    before?.left === left && before.top === top && before.width === width && before.height === height;
  return isSame ? before : { left, top, width, height };
}
