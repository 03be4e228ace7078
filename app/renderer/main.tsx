// The window's entry: snapshot first, then draw; a failure to start is said, never a blank page.
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/plans.css';
import './styles/timeline.css';
import './styles/views.css';
import { silmaril } from './bridge.ts';
import { App } from './shell/app.tsx';
import { followAppearance } from './shell/appearance.ts';
import { StartFailed } from './shell/start-failed.tsx';
import { boot } from './stores/boot.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

const started = await boot(silmaril);
if (started.ok) {
  followAppearance();
  root.render(<App />);
} else {
  root.render(<StartFailed sentence={started.failure.sentence} />);
}
