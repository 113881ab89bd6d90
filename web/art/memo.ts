/* Skips drawing again what has not changed: props of drawings are plain values or constants. */
import { Component, createElement, type ComponentChildren, type FunctionComponent } from "preact";

export function memo<P extends object>(
  draw: (props: P) => ComponentChildren,
): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as Record<string, unknown>;
      const then = next as Record<string, unknown>;
      for (const key in then) {
        const a = now[key];
        const b = then[key];
        if (a === b) continue;
        if (Array.isArray(a) && Array.isArray(b) && a.join() === b.join()) continue;
        return true;
      }
      return false;
    }
    override render() {
      return draw(this.props);
    }
  }
  return (props: P) => createElement(Memo as never, props as never);
}
