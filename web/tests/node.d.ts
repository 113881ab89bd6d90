/* The parts of node that the unit tests use; the client itself knows no node. */

/** The folder of the project, filled in by test.mjs. */
declare const PROJECT: string;

declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): Promise<void>;
  export function beforeEach(run: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  interface Assert {
    (value: unknown, message?: string): asserts value;
    equal<T>(actual: T, expected: T, message?: string): void;
    notEqual<T>(actual: T, expected: T, message?: string): void;
    deepEqual<T>(actual: T, expected: T, message?: string): void;
    match(text: string, pattern: RegExp, message?: string): void;
    throws(run: () => unknown, message?: RegExp): void;
    rejects(promise: Promise<unknown>, check?: (error: Error) => boolean): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
  interface Entry {
    name: string;
    isDirectory: () => boolean;
  }
  export function readdirSync(path: string, options: { withFileTypes: true }): Entry[];
}

declare module "node:crypto" {
  export const webcrypto: Crypto;
}
