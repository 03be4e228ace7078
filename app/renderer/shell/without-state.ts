/** Main's sentence often begins with the state's name ("Off: …"), which stands above it already. */
export function withoutState(sentence: string, state: string): string {
  const rest = sentence.startsWith(`${state}: `) ? sentence.slice(state.length + 2) : sentence;
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
