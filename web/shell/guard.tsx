/* A board that fails must not take the table down: the words of the engine stand in for it. */
import { Component, type ComponentChildren } from "preact";

interface Props {
  instead: ComponentChildren;
  onFail?: () => void;
  children: ComponentChildren;
}

export class Guard extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.props.onFail?.();
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
