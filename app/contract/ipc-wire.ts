/** The one Electron channel that carries all calls; the schema's channel name travels as its first argument. */
export const callChannel = 'silmaril';
