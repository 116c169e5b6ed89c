import { type RefObject, useEffect } from 'react';
import { carriedAt, type Dragged, type Target, targetAt } from './dragged.ts';
import classes from './kanban.module.css';

/** A finger that rests so long lifts what is under it; one that moves before scrolls. */
const LIFT_MS = 300;
const STILL_PX = 10;
/** So near the edge of the board it scrolls on, by so much with each frame. */
const EDGE_PX = 48;
const SCROLL_PX = 9;

type Drop = (dragged: Dragged, target: Target) => void;

/** Carries cards and lanes by touch: what browsers drag by themselves answers to a mouse alone. */
export function useTouchDrag(board: RefObject<HTMLElement | null>, drop: Drop): void {
  useEffect(() => (board.current ? startTouchDrag(board.current, drop) : undefined), [board, drop]);
}

function startTouchDrag(board: HTMLElement, drop: Drop): () => void {
  const listening = new AbortController();
  let finger: Finger | null = null;
  const end = (dropped: boolean) => {
    const carried = finger?.end();
    finger = null;
    if (dropped && carried) drop(carried.dragged, carried.target);
  };

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => board.addEventListener(type, listener, { signal: listening.signal, passive: false, capture: true });

  listen('touchstart', (event) => {
    const [touch] = event.touches;
    // A second finger means something else.
    if (finger || event.touches.length > 1 || !touch) return end(false);
    const found = event.target instanceof Element ? carriedAt(event.target) : null;
    if (found) finger = restOn(board, found, touch);
  });
  listen('touchmove', (event) => {
    const [touch] = event.touches;
    if (!finger || !touch) return;
    if (!finger.moveTo(touch)) end(false);
    else if (finger.isLifted()) event.preventDefault();
  });
  listen('touchend', (event) => {
    // Otherwise the browser takes it for a click, which opens the card.
    if (finger?.isLifted()) event.preventDefault();
    end(true);
  });
  listen('touchcancel', () => end(false));
  // A long touch opens the menu of the browser, or begins its own dragging.
  for (const type of ['contextmenu', 'dragstart'] as const)
    listen(type, (event) => {
      if (!finger) return;
      event.preventDefault();
      event.stopPropagation();
    });
  return () => {
    end(false);
    listening.abort();
  };
}

interface Point {
  clientX: number;
  clientY: number;
}

interface Finger {
  isLifted(): boolean;
  /** @returns false: it scrolls, and carries nothing */
  moveTo(point: Point): boolean;
  /** @returns what it carries, and the lane under it */
  end(): { dragged: Dragged; target: Target } | null;
}

/** A finger on something that can be carried, until it leaves the screen. */
function restOn(
  board: HTMLElement,
  { root, dragged }: { root: HTMLElement; dragged: Dragged },
  start: Point,
): Finger {
  let at = start;
  let ghost: HTMLElement | null = null;
  let lane: HTMLElement | null = null;
  let frame = 0;

  const aim = () => {
    const under = targetAt(at.clientX, at.clientY)?.lane ?? null;
    if (under === lane) return;
    lane?.removeAttribute('data-aimed');
    lane = under;
    lane?.setAttribute('data-aimed', '');
  };
  const draw = () => {
    const { left, right } = board.getBoundingClientRect();
    if (at.clientX < left + EDGE_PX) board.scrollLeft -= SCROLL_PX;
    if (at.clientX > right - EDGE_PX) board.scrollLeft += SCROLL_PX;
    const [x, y] = [at.clientX - start.clientX, at.clientY - start.clientY];
    if (ghost) ghost.style.transform = `translate(${x}px, ${y}px) rotate(1deg)`;
    aim();
    frame = requestAnimationFrame(draw);
  };
  const timer = setTimeout(() => {
    ghost = ghostOf(root);
    root.setAttribute('data-dragged', '');
    board.setAttribute('data-carrying', '');
    draw();
  }, LIFT_MS);

  return {
    isLifted: () => ghost !== null,
    moveTo(point) {
      at = point;
      if (ghost) return true;
      return Math.hypot(at.clientX - start.clientX, at.clientY - start.clientY) < STILL_PX;
    },
    end() {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      lane?.removeAttribute('data-aimed');
      root.removeAttribute('data-dragged');
      board.removeAttribute('data-carrying');
      const target = ghost && targetAt(at.clientX, at.clientY)?.target;
      ghost?.remove();
      return target ? { dragged, target } : null;
    },
  };
}

/** The same again, under the finger. */
function ghostOf(root: HTMLElement): HTMLElement {
  const { left, top, width, height } = root.getBoundingClientRect();
  const ghost = root.cloneNode(true) as HTMLElement;
  ghost.classList.add(classes.ghost ?? '');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  Object.assign(ghost.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(ghost);
  return ghost;
}
