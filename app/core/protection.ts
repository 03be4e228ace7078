// The control plane: what is installed, and every change of it, over the harness installers and the one
// engine that writes. The command and the app are faces of this.
import { applyPlan, type AppliedReport, type Progress } from '../../installers/engine/apply.ts';
import type { ClassifierChoice, HarnessInstaller, InstallRequest, Machine, Mode } from '../../installers/engine/harness-installer.ts';
import type { Failure, HarnessId, Plan, Result } from '../../installers/engine/plan.ts';
import type { Receipt } from '../../installers/engine/receipt.ts';
import { readReceipt } from '../../installers/engine/receipts.ts';
import { recover, type RecoveryReport } from '../../installers/engine/recover.ts';
import { chosenBefore } from './configuration.ts';

/** What a person asks for; what is left out stays as it was, or takes the default of a first install. */
export interface InstallWish {
  readonly mode: Mode | null;
  readonly classifier: ClassifierChoice | null;
  readonly userDataDirs: readonly string[];
}

export interface Planned {
  readonly harness: HarnessId;
  readonly label: string;
  readonly plan: Result<Plan>;
}

export interface Changed {
  readonly harness: HarnessId;
  readonly label: string;
  readonly result: Result<AppliedReport>;
}

/** Finds the Node.js that the launchers start, from the one that a receipt recorded. */
export type FindNode = (recorded: InstallRequest['node'] | null) => Promise<Result<InstallRequest['node']>>;

/** The mode of a first install: watch, never interfere. */
export const defaultMode: Mode = 'shadow';

export class Protection {
  constructor(
    readonly machine: Machine,
    /** The folder that holds `hooks/`. */
    private readonly hooksRoot: string,
    private readonly installers: readonly HarnessInstaller[],
    private readonly findNode: FindNode,
  ) {}

  /** Settles what a killed change left. To be called before anything is planned. */
  recover(): Promise<readonly RecoveryReport[]> {
    return recover(this.machine.home);
  }

  installer(id: HarnessId): HarnessInstaller {
    const found = this.installers.find((installer) => installer.id === id);
    if (!found) throw new Error(`no installer for ${id}`);
    return found;
  }

  all(): readonly HarnessInstaller[] {
    return this.installers;
  }

  /** The receipt; null when there is none. */
  async receipt(id: HarnessId): Promise<Result<Receipt | null>> {
    const read = await readReceipt(this.machine.home, id);
    if (read.state === 'unreadable') return { ok: false, failure: read.failure };
    return { ok: true, value: read.state === 'read' ? read.receipt : null };
  }

  /** The installed harnesses, in the registry's order. An unreadable receipt counts: something is there. */
  async installed(): Promise<readonly { readonly id: HarnessId; readonly receipt: Result<Receipt> }[]> {
    const found: { id: HarnessId; receipt: Result<Receipt> }[] = [];
    for (const { id } of this.installers) {
      const receipt = await this.receipt(id);
      if (!receipt.ok) found.push({ id, receipt });
      else if (receipt.value) found.push({ id, receipt: { ok: true, value: receipt.value } });
    }
    return found;
  }

  async planInstall(id: HarnessId, wish: InstallWish): Promise<Planned> {
    const installer = this.installer(id);
    const read = await this.receipt(id);
    // A receipt that cannot be read is replaced by a new one: that is what its sentence advises.
    const receipt = read.ok ? read.value : null;
    const before = receipt ? chosenBefore(receipt) : null;
    const node = await this.findNode(receipt?.node ?? null);
    if (!node.ok) return { harness: id, label: installer.label, plan: node };
    const request: InstallRequest = {
      mode: wish.mode ?? before?.mode ?? defaultMode,
      classifier: wish.classifier ?? before?.classifier ?? { kind: 'embedded' },
      endpointId: before?.endpointId ?? null,
      node: node.value,
      hooksRoot: this.hooksRoot,
      userDataDirs: wish.userDataDirs,
    };
    return { harness: id, label: installer.label, plan: await installer.planInstall(this.machine, request, receipt) };
  }

  async planUninstall(id: HarnessId): Promise<Planned> {
    const installer = this.installer(id);
    const read = await this.receipt(id);
    return { harness: id, label: installer.label, plan: await installer.planUninstall(this.machine, read.ok ? read.value : null) };
  }

  async planRepair(id: HarnessId): Promise<Planned> {
    const installer = this.installer(id);
    const read = await this.receipt(id);
    if (!read.ok) return { harness: id, label: installer.label, plan: read };
    if (!read.value) return { harness: id, label: installer.label, plan: { ok: false, failure: notInstalled(id, installer.label) } };
    return { harness: id, label: installer.label, plan: await installer.planRepair(this.machine, read.value, this.hooksRoot) };
  }

  async planMode(id: HarnessId, mode: Mode): Promise<Planned> {
    const installer = this.installer(id);
    const read = await this.receipt(id);
    if (!read.ok) return { harness: id, label: installer.label, plan: read };
    if (!read.value) return { harness: id, label: installer.label, plan: { ok: false, failure: notInstalled(id, installer.label) } };
    return { harness: id, label: installer.label, plan: await installer.planMode(this.machine, read.value, mode) };
  }

  async apply(planned: Planned, signal?: AbortSignal, onProgress?: (progress: Progress) => void): Promise<Changed> {
    const { harness, label, plan } = planned;
    return { harness, label, result: plan.ok ? await applyPlan(plan.value, { home: this.machine.home, signal, onProgress }) : plan };
  }
}

export function notInstalled(id: HarnessId, label: string): Failure {
  return { code: 'not-installed', sentence: `Silmaril is not installed in ${label}. Install it with: silmaril install ${id}` };
}
