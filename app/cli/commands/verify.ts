import { harnessNames } from '../../core/registry.ts';
import { protectionFor } from '../../core/runtime.ts';
import { EvidenceStore } from '../../core/evidence/store.ts';
import { verifyHarness, type Verification } from '../../core/verify.ts';
import { harnessIds, stopped, type Command } from '../command.ts';
import { printable, table } from '../output.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'start the installed hooks with a test event and wait for their evidence',
  usage: 'verify [HARNESS...]',
  about: [
    'Starts each installed launcher as its harness would, with a marked test event of each kind, and looks for the evidence of exactly that event. It proves that launcher, Node.js, hook, configuration and classifier work together.',
    'It does not prove that the harness calls the hook: for that, open a new session and look at `silmaril status`. With the remote classifier the test events are sent to it.',
    'Exit status: 1 when a check failed.',
  ],
  examples: [
    ['verify', 'every installed harness'],
    ['verify claude-code', 'one of them'],
  ],
  arguments: { options: {}, positionals: { name: 'HARNESS', choices: harnessNames, max: harnessNames.length } },
  needsHome: true,
  async run({ machine, projectRoot, out }, given) {
    const protection = protectionFor(machine, projectRoot);
    const installed = await protection.installed();
    const wanted = given.positionals.length > 0 ? harnessIds(given.positionals) : installed.map(({ id }) => id);
    const missing = wanted.filter((id) => !installed.some((one) => one.id === id));
    if (missing.length > 0 || wanted.length === 0)
      return stopped({ code: 'not-installed', sentence: `Silmaril is not installed in ${missing.map((id) => protection.installer(id).label).join(' and ') || 'any harness'}, so there is nothing to verify. Install it with: silmaril install ${missing[0] ?? '--all'}` });
    const checks: (Verification & { label: string })[] = [];
    // A running app takes the evidence in before it can be read from the spool.
    const store = new EvidenceStore(machine.home, machine.owner.uid);
    for (const id of wanted) {
      const installer = protection.installer(id);
      checks.push({ label: installer.label, ...(await verifyHarness(machine, id, installer.probe(machine), (fingerprint) => store.ofRequest(fingerprint))) });
    }
    await store.stop();
    const lines = checks.flatMap((check) => [
      `${out.paint('strong', check.label)}: ${check.ok ? out.paint('good', 'the installed hook works') : out.paint('bad', 'the installed hook does not work')}`,
      ...table(check.events.map((event) => [event.ok ? 'ok' : 'FAILED', event.event, `${String(event.ms)} ms`, printable(event.sentence)]), '  '),
      '',
    ]);
    const ok = checks.every((check) => check.ok);
    lines.push(ok ? 'Whether the harness calls it shows in a new session: open one, then run silmaril status.' : `Mend it with: silmaril repair ${checks.find((check) => !check.ok)?.harness ?? ''}`);
    return { exit: ok ? 0 : 1, lines, data: { ok, harnesses: checks } };
  },
};
