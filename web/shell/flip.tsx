/*
 * Cards glide from their old place to the new one: note where every card lies before the table is
 * drawn again, then animate each from there in 250 ms (FLIP: first, last, invert, play).
 */
import { Component, type ComponentChildren, createRef } from "preact";
import { cardsMove } from "./settings";

const TIME = 250;
const MOST = 60; // moved cards; more than that is another position, not a move

type Places = Map<string, DOMRect>;

function places(root: HTMLElement | null): Places {
  const found: Places = new Map();
  if (!root || !cardsMove()) return found;
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    found.set(element.dataset.flip!, element.getBoundingClientRect());
  }
  return found;
}

function glide(root: HTMLElement, before: Places): void {
  const moved: [Element, Keyframe[]][] = [];
  for (const element of root.querySelectorAll<HTMLElement | SVGGraphicsElement>("[data-flip]")) {
    const { flip, from: source } = (element as HTMLElement).dataset;
    // A new card comes from the pile it names, if that is on the table.
    const pile = source && root.querySelector(`[data-place="${CSS.escape(source)}"]`);
    const from = before.get(flip!) ?? (pile ? pile.getBoundingClientRect() : undefined);
    const to = element.getBoundingClientRect();
    if (to.width === 0) continue;
    if (!from || from.width === 0) {
      moved.push([element, [{ opacity: 0 }, { opacity: 1 }]]);
      continue;
    }
    let dx = from.left - to.left;
    let dy = from.top - to.top;
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue;
    if (element instanceof SVGGraphicsElement && element.ownerSVGElement) {
      // Inside an svg, lengths are in the units of its viewBox.
      const matrix = element.ownerSVGElement.getScreenCTM();
      if (matrix) {
        dx /= matrix.a || 1;
        dy /= matrix.d || 1;
      }
      moved.push([element, [{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }]]);
      continue;
    }
    const scale = from.width / to.width;
    const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
    moved.push([
      element,
      [
        { transform: start, transformOrigin: "0 0", zIndex: 5, position: "relative" },
        { transform: "none", transformOrigin: "0 0", zIndex: 5, position: "relative" },
      ],
    ]);
  }
  if (moved.length > MOST) return;
  for (const [element, frames] of moved) {
    element.animate(frames, { duration: TIME, easing: "cubic-bezier(.3,.1,.2,1)" });
  }
}

interface Props {
  /** Changes whenever cards may have moved. */
  stamp: unknown;
  class?: string;
  children: ComponentChildren;
}

export class Flip extends Component<Props> {
  private root = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(before: Readonly<Props>): Places | null {
    return before.stamp === this.props.stamp ? null : places(this.root.current);
  }

  override componentDidUpdate(_: Props, __: object, snapshot: Places | null): void {
    if (snapshot && snapshot.size && this.root.current && cardsMove()) {
      glide(this.root.current, snapshot);
    }
  }

  override render() {
    return (
      <div ref={this.root} class={this.props.class}>
        {this.props.children}
      </div>
    );
  }
}
