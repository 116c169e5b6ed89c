/**
 * Holds a fake to Electron's own types: its functions and classes have names that Electron has, take no more
 * arguments than Electron gives and every text, number and flag that Electron takes in that place, and answer nothing
 * that Electron would not. Records of the test (anything that is no function and has no name of Electron's) are its own.
 * A member that differs is typed `never`: the compiler names it.
 */
export type Agrees<Fake, Real, Played extends PropertyKey> = {
  [Name in keyof Fake]: Name extends Played | keyof NodeJS.EventEmitter
    ? Fake[Name]
    : Name extends keyof Real
      ? Member<Fake[Name], Real[Name], Played>
      : Fake[Name] extends AnyFunction
        ? never
        : Fake[Name];
};

type AnyFunction = (...args: never) => unknown;
type AnyClass<Args extends unknown[], Instance> = abstract new (...args: Args) => Instance;

type Member<Fake, Real, Played extends PropertyKey> =
  Real extends AnyClass<infer Args, infer Instance>
    ? Fake extends AnyClass<infer FakeArgs, infer FakeInstance>
      ? [Takes<FakeArgs, Required<Args>>, FakeInstance] extends [true, Agrees<FakeInstance, Instance, Played>]
        ? Fake
        : never
      : Fake extends Agrees<Fake, Real, Played>
        ? Fake
        : never
    : Real extends (...args: infer Args) => infer Answer
      ? Fake extends (...args: infer FakeArgs) => infer FakeAnswer
        ? [Takes<FakeArgs, Required<Args>>, Answers<FakeAnswer, Answer, Played>] extends [true, true]
          ? Fake
          : never
        : never
      : Answers<Fake, Real, Played> extends true
        ? Fake
        : never;

type Simple = string | number | boolean | null | undefined;

type Takes<FakeArgs extends unknown[], Args extends unknown[]> = FakeArgs extends [infer First, ...infer Rest]
  ? Args extends [infer RealFirst, ...infer RealRest]
    ? [RealFirst] extends [Simple]
      ? [RealFirst] extends [First]
        ? Takes<Rest, RealRest>
        : false
      : Takes<Rest, RealRest>
    : // Any number of further arguments.
      number extends Args['length']
      ? true
      : false
  : true;

/** Compares only the members of an object that the fake has; promises and lists by their content. */
type Answers<Fake, Real, Played extends PropertyKey> = [Fake] extends [Real]
  ? true
  : [Real] extends [Simple]
    ? false
    : [Real] extends [Promise<infer RealValue>]
      ? [Fake] extends [Promise<infer FakeValue>]
        ? Answers<FakeValue, RealValue, Played>
        : false
      : [Real] extends [readonly (infer RealItem)[]]
        ? [Fake] extends [readonly (infer FakeItem)[]]
          ? Answers<FakeItem, RealItem, Played>
          : false
        : [Real] extends [object]
          ? [Fake] extends [Agrees<Fake, Real, Played>]
            ? true
            : false
          : false;
