import { type ComponentType, createElement } from 'react';

/** The component with some of its props already there: what the frame's list puts together. */
export const given =
  <P extends object, K extends keyof P>(Component: ComponentType<P>, props: Pick<P, K>) =>
  (others: Omit<P, K>) =>
    createElement(Component, { ...props, ...others } as unknown as P);
