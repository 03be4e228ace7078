export const tablesPath: string;
export function pythonTables(): Promise<string>;
