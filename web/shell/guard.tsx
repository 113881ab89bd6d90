/* An error boundary: a board that throws is replaced, and the rest of the table stays. */
import { Component, type ComponentChildren } from "preact";

interface Props {
  onFail: () => void;
  children: ComponentChildren;
}

export class Guard extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
