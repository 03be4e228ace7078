// A stand-in for Electron's macOS distribution: bundle layout and property lists, no machine code. With it
// electron-builder packs for macOS on Linux to the end, so that everything but the program itself can be read.
import fs from 'node:fs';
import path from 'node:path';

function put(file: string, text: string, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { encoding: 'latin1', mode });
}

function properties(executable: string, id: string): string {
  const entries = { CFBundleDisplayName: executable, CFBundleExecutable: executable, CFBundleIdentifier: id, CFBundleName: executable, CFBundlePackageType: 'APPL', CFBundleVersion: '0', CFBundleShortVersionString: '0', CFBundleIconFile: 'electron.icns' };
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"><dict>${lines.join('')}</dict></plist>\n`;
}

/** @param folder receives `Electron.app` @param fuseWire the wire as it lies in the program: sentinel, version, length, fuses */
export function writeMacStandIn(folder: string, fuseWire: string): void {
  const contents = path.join(folder, 'Electron.app', 'Contents');
  put(path.join(contents, 'Info.plist'), properties('Electron', 'com.github.Electron'));
  put(path.join(contents, 'MacOS', 'Electron'), 'no machine code', 0o755);
  put(path.join(contents, 'Resources', 'electron.icns'), 'icns');
  put(path.join(contents, 'Resources', 'en.lproj', 'InfoPlist.strings'), '');
  const framework = path.join(contents, 'Frameworks', 'Electron Framework.framework');
  put(path.join(framework, 'Versions', 'A', 'Electron Framework'), `no machine code ${fuseWire}`, 0o755);
  put(path.join(framework, 'Versions', 'A', 'Resources', 'en.lproj', 'locale.pak'), 'pak');
  fs.symlinkSync('A', path.join(framework, 'Versions', 'Current'));
  fs.symlinkSync('Versions/Current/Electron Framework', path.join(framework, 'Electron Framework'));
  fs.symlinkSync('Versions/Current/Resources', path.join(framework, 'Resources'));
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = path.join(contents, 'Frameworks', `Electron Helper${kind}.app`, 'Contents');
    put(path.join(helper, 'Info.plist'), properties(`Electron Helper${kind}`, 'com.github.Electron.helper'));
    put(path.join(helper, 'MacOS', `Electron Helper${kind}`), 'no machine code', 0o755);
  }
}
