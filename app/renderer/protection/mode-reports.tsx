import type { ModeReport } from '../../contract/harness-views.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';

const icons: Readonly<Record<ModeReport['outcome'], IconName>> = { set: 'check', same: 'check', failed: 'warning', undone: 'refresh', 'not-undone': 'warning', 'not-tried': 'info' };

/** What a switch did to each harness. */
export function ModeReports({ reports }: { readonly reports: readonly ModeReport[] }) {
  const { words } = useWords();
  if (reports.length === 0) return null;
  return (
    <ul className="reports" role="status">
      {reports.map((report) => (
        <li key={report.harness} data-outcome={report.outcome}>
          <Icon name={icons[report.outcome]} size={15} />
          <span className="grow">
            <strong>{report.label}</strong> {words.harnesses.reports[report.outcome]}
            {report.failure === null ? null : <span className="softer">: {report.failure.sentence}</span>}
            {report.notes.map((note) => <span key={note} className="small softer report-note">{note}</span>)}
          </span>
        </li>
      ))}
    </ul>
  );
}
