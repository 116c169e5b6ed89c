import { createElement, type ReactNode } from 'react';
import { FEATURES } from '../features.ts';

const GATES = FEATURES.flatMap(({ Gate }) => Gate ?? []);

/** What may stand in the place of the pages. */
export const Gates = ({ children }: { children: ReactNode }) =>
  GATES.reduceRight((inside, Gate) => createElement(Gate, null, inside), children);
