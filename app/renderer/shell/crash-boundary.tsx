import { Component, type ReactNode } from 'react';
import type { Words } from '../words/words.ts';

interface Props {
  readonly words: Words['common'];
  readonly children: ReactNode;
}

/** A fault in one view leaves the others, the menu and the way to quit in place. React offers this to classes only. */
export class CrashBoundary extends Component<Props, { readonly crashed: boolean }> {
  override readonly state = { crashed: false };

  static getDerivedStateFromError(): { readonly crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { words } = this.props;
    return (
      <div className="empty" role="alert">
        <h1>{words.crashed}</h1>
        <p className="soft">{words.crashedAbout}</p>
        <button type="button" className="button button-primary" onClick={() => { this.setState({ crashed: false }); }}>{words.reload}</button>
      </div>
    );
  }
}
