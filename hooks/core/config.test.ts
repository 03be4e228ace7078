import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configuredMode, parseConfig, readConfigFile, settingsFromEnvironment } from './config.ts';
import { temporaryHome, type TemporaryHome } from './testing/temporary-home.ts';

const endpointId = '2b64e603-f82a-4aec-9524-9736472dc80a';
const good = { schemaVersion: 1, apiKey: 'key', apiUrl: 'https://example.invalid/classify' };

describe('the file', () => {
  let home: TemporaryHome;
  beforeEach(() => void (home = temporaryHome()));
  afterEach(() => home.remove());

  const reason = (file: string): string => {
    const read = readConfigFile(file);
    return read.state === 'invalid' ? read.reason : read.state;
  };

  test('is the source when it is private and well-formed', () => {
    expect(readConfigFile(home.put('c.json', good))).toEqual({
      state: 'valid',
      settings: {
        enabled: true, classifier: 'remote', apiKey: 'key', apiUrl: 'https://example.invalid/classify', endpointId: null, timeoutMs: 2500,
        mode: null, blockMalicious: null, debug: false, localPolicy: 'off', policyPath: null, sessionContext: 'on',
      },
    });
  });

  test('is missing only when there is no such file', () => {
    expect(reason(home.at('none.json'))).toBe('missing');
    expect(reason(home.at('none/none.json'))).toBe('missing');
    const file = home.put('file', 'x');
    expect(reason(`${file}/below`)).toBe('config-unreadable');
  });

  test('is refused as a symlink, also a dangling one, and as a folder or a FIFO', () => {
    const real = home.put('real.json', good);
    fs.symlinkSync(real, home.at('link.json'));
    fs.symlinkSync(home.at('nothing'), home.at('dangling.json'));
    fs.mkdirSync(home.at('folder.json'));
    expect(reason(home.at('link.json'))).toBe('config-symlink');
    expect(reason(home.at('dangling.json'))).toBe('config-symlink');
    expect(reason(home.at('folder.json'))).toBe('config-not-regular');
  });

  test('may be below a symlinked folder: only the last component is checked', () => {
    home.put('real/c.json', good);
    fs.symlinkSync(home.at('real'), home.at('linked'));
    expect(reason(home.at('linked/c.json'))).toBe('valid');
  });

  test.each([
    [0o600, 'valid'], [0o400, 'valid'], [0o700, 'valid'],
    [0o640, 'config-mode'], [0o604, 'config-mode'], [0o620, 'config-mode'], [0o601, 'config-mode'], [0o666, 'config-mode'],
  ])('with mode %o is %s', (mode, expected) => {
    expect(reason(home.put('c.json', good, mode))).toBe(expected);
  });

  test.runIf(process.getuid?.() === 0)('of another user is refused (needs root to make one)', () => {
    const file = home.put('c.json', good);
    fs.chownSync(file, 12345, 12345);
    expect(reason(file)).toBe('config-owner');
  });

  test('may have 64 KiB and not a byte more', () => {
    const padded = (size: number): string => {
      const start = '{"schemaVersion":1,"pad":"';
      return `${start}${'x'.repeat(size - start.length - 2)}"}`;
    };
    expect(reason(home.put('c.json', padded(65_536)))).toBe('valid');
    expect(reason(home.put('c.json', padded(65_537)))).toBe('config-too-large');
  });

  test.each([
    ['', 'config-json'], ['{', 'config-json'], ['[]', 'config-json'], ['null', 'config-json'], ['"x"', 'config-json'],
    ['\uFEFF{"schemaVersion":1}', 'config-json'], ['{}', 'config-schema-version'], ['{"schemaVersion":"1"}', 'config-schema-version'],
    ['{"schemaVersion":2}', 'config-schema-version'], ['{"schemaVersion":null}', 'config-schema-version'], ['{"schemaVersion":true}', 'config-schema-version'],
  ])('%j is invalid: %s', (text, expected) => {
    expect(reason(home.put('c.json', text))).toBe(expected);
  });

  test('that is not UTF-8 is invalid', () => {
    const file = home.put('c.json', '');
    fs.writeFileSync(file, Buffer.from([...Buffer.from('{"schemaVersion":1,"apiKey":"'), 0xff, ...Buffer.from('"}')]));
    expect(reason(file)).toBe('config-encoding');
  });
});

describe('fields', () => {
  const wrong: Record<string, unknown[]> = {
    enabled: [null, 'true', 1, 0, {}, []],
    apiKey: [null, 1, true, {}, []],
    apiUrl: [null, 1, true, {}, []],
    endpointId: [null, 1, true, {}, []],
    timeoutMs: [null, true, '', '  ', 249, 10_001, 300.5, '249', '10001', '300.5', 'abc', {}, [300], '1e9', '-300'],
    mode: [null, 'BLOCK', 'Block', ' block', 'allow', '', 1, true, {}],
    blockMalicious: [null, 'true', 1, {}],
    debug: [null, 'true', 1, {}],
    classifier: [null, 'Embedded', '', 'local', 1, true, {}],
    localPolicy: [null, 'on', 'Follow', '', 1, true, {}],
    policyPath: [null, '', 'relative', '~/x', 1, {}, '/a\0b'],
  };
  test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))('%s: %j invalidates the file', (name, value) => {
    expect(parseConfig({ ...good, [name]: value })).toEqual({ state: 'invalid', reason: `config-field-${name}` });
  });

  const settingsOf = (value: object) => {
    const parsed = parseConfig({ ...good, ...value });
    if (parsed.state !== 'valid') throw new Error('invalid');
    return parsed.settings;
  };

  test.each([
    ['timeoutMs', 250, 250], ['timeoutMs', 10_000, 10_000], ['timeoutMs', ' 375 ', 375], ['timeoutMs', '375.0', 375], ['timeoutMs', '1e3', 1000], ['timeoutMs', '0x177', 375],
    ['enabled', false, false], ['debug', true, true], ['apiKey', '  k ', 'k'], ['apiUrl', ' u ', 'u'], ['apiKey', ' ', ''],
    ['endpointId', ` ${endpointId}\n`, endpointId], ['endpointId', endpointId.toUpperCase(), null], ['endpointId', 'x', null], ['endpointId', '', null],
    ['endpointId', '2b64e603-f82a-1aec-9524-9736472dc80a', null], ['endpointId', '2b64e603-f82a-4aec-c524-9736472dc80a', null],
    ['mode', 'shadow', 'shadow'], ['mode', 'warn', 'warn'], ['mode', 'block', 'block'],
    ['classifier', 'embedded', 'embedded'], ['localPolicy', 'enforce', 'enforce'], ['policyPath', '/etc/policy.json', '/etc/policy.json'],
  ] as const)('%s: %j is %j', (name, value, expected) => {
    expect(settingsOf({ [name]: value })[name]).toBe(expected);
  });

  test('unknown ones are ignored, inherited ones are not seen', () => {
    expect(parseConfig({ ...good, somethingNew: 1 }).state).toBe('valid');
    expect(parseConfig(JSON.parse('{"schemaVersion":1,"__proto__":{"enabled":"no"}}')).state).toBe('valid');
  });

  test('the explicit mode beats the legacy switch, which beats nothing', () => {
    expect(configuredMode(settingsOf({ mode: 'warn', blockMalicious: true }))).toBe('warn');
    expect(configuredMode(settingsOf({ blockMalicious: true }))).toBe('block');
    expect(configuredMode(settingsOf({ blockMalicious: false }))).toBe('shadow');
    expect(configuredMode(settingsOf({}))).toBe(null);
  });
});

describe('the environment', () => {
  test.each([
    ['1', true], ['true', true], ['yes', true], ['on', true], [' TRUE ', true], ['On', true],
    ['0', false], ['false', false], ['no', false], ['off', false], [' OFF', false],
    ['', null], ['2', null], ['enabled', null], ['y', null], [undefined, null],
  ] as const)('boolean %j is %j', (text, expected) => {
    const settings = settingsFromEnvironment({ SILMARIL_BLOCK_MALICIOUS: text, SILMARIL_ENABLED: text, SILMARIL_DEBUG: text });
    expect(settings.blockMalicious).toBe(expected);
    expect(settings.enabled).toBe(expected ?? true);
    expect(settings.debug).toBe(expected ?? false);
  });

  test.each([['300', 300], [' 300 ', 300], ['249', 2500], ['10001', 2500], ['', 2500], ['x', 2500], ['300.5', 2500]])('time-out %j is %d', (text, expected) => {
    expect(settingsFromEnvironment({ SILMARIL_TIMEOUT_MS: text }).timeoutMs).toBe(expected);
  });

  test('keys are trimmed, modes are not', () => {
    expect(
      settingsFromEnvironment({ SILMARIL_API_KEY: ' k ', SILMARIL_API_URL: ' u ', SILMARIL_ENDPOINT_ID: ` ${endpointId} `, SILMARIL_MODE: ' block', SILMARIL_CLASSIFIER: 'embedded', SILMARIL_LOCAL_POLICY: 'follow' }),
    ).toMatchObject({ apiKey: 'k', apiUrl: 'u', endpointId, mode: null, classifier: 'embedded', localPolicy: 'follow' });
    expect(settingsFromEnvironment({ SILMARIL_MODE: 'block', SILMARIL_CLASSIFIER: 'x', SILMARIL_LOCAL_POLICY: 'x' })).toMatchObject({ mode: 'block', classifier: 'remote', localPolicy: 'off' });
  });
});
