// An MCP server on standard input and output with one tool, `read`, which answers with the bytes of
// the file named in NOTES_FILE: a tool whose result the model did not write itself.
import fs from 'node:fs';
import readline from 'node:readline';

const answer = (message) => {
  switch (message.method) {
    case 'initialize':
      return { protocolVersion: message.params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1.0.0' } };
    case 'tools/list':
      return { tools: [{ name: 'read', description: 'Reads the notes', inputSchema: { type: 'object', properties: {} } }] };
    case 'tools/call':
      return { content: [{ type: 'text', text: fs.readFileSync(process.env.NOTES_FILE, 'utf8') }] };
    default:
      return {};
  }
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`);
});
