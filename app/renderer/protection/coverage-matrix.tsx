import type { CoverageEffect, CoverageRow } from '../../contract/protection-views.ts';
import { useHarnesses, useProtection } from '../stores/domains.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Section, TableFrame } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';

const tones: Readonly<Record<CoverageEffect, Tone>> = { observed: 'monitor', warned: 'warn', refused: 'block', 'result-replaced': 'block', 'not-covered': 'lost' };
const icons: Readonly<Record<CoverageEffect, IconName>> = { observed: 'monitor', warned: 'warn', refused: 'block', 'result-replaced': 'block', 'not-covered': 'close' };

/** What each harness lets a hook do, point by point. The current mode's column stands out. */
export function CoverageMatrix() {
  const { words } = useWords();
  const { protection, common } = words;
  const coverage = useProtection((state) => state.coverage);
  const mode = useProtection((state) => state.mode);
  const harnesses = useHarnesses((state) => state.harnesses);
  const ids = [...new Set(coverage.map((row) => row.harness))];
  const label = (id: CoverageRow['harness']) => harnesses.find((harness) => harness.id === id)?.label ?? id;
  const effect = (value: CoverageEffect) => (value === 'not-covered' ? <span className="softer small">{protection.effects[value]}</span> : <Badge tone={tones[value]} icon={icons[value]}>{protection.effects[value]}</Badge>);
  return (
    <Section title={protection.coverage} about={protection.coverageAbout}>
      <div className="stack">
        {ids.map((id) => (
          <TableFrame key={id} label={`${protection.coverage}: ${label(id)}`}>
            <table className="table coverage">
              <caption>{label(id)}</caption>
              <thead>
                <tr>
                  <th scope="col">{protection.boundary}</th>
                  {(['shadow', 'warn', 'block'] as const).map((name) => <th key={name} scope="col" data-current={mode === name || undefined}>{common.modes[name]}</th>)}
                  <th scope="col">{protection.limit}</th>
                </tr>
              </thead>
              <tbody>
                {coverage.filter((row) => row.harness === id).map((row) => (
                  <tr key={row.boundary}>
                    <th scope="row">{protection.boundaries[row.boundary]}</th>
                    {(['shadow', 'warn', 'block'] as const).map((name) => <td key={name} data-current={mode === name || undefined}>{effect(row[name])}</td>)}
                    <td className="small soft">{row.limit === null ? null : protection.limits[row.limit]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        ))}
      </div>
    </Section>
  );
}
