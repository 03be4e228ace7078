export interface GeneratedRow {
  readonly surface: 'prompt' | 'tool_call' | 'tool_result';
  readonly text: string;
  readonly label: 'MALICIOUS' | 'BENIGN';
  /** `gen/FAMILY` */
  readonly source: string;
  readonly licence: string;
  readonly slice: string;
}
export function generate(options: { seed: number; each: number; hosts: readonly (readonly string[])[] }): GeneratedRow[];
