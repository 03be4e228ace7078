// The menu bar item itself: a thin face over tray-model.ts.
import { Menu, Tray, nativeImage, nativeTheme, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import path from 'node:path';
import type { ProtectionState } from '../contract/protection-views.ts';
import { menuUpdate, type TrayAction, type TrayItem, type TrayModel } from './tray-model.ts';

/** Keeps its place in the menu bar over updates: macOS remembers it by this. */
const trayId = '6f1b2a34-9c0d-4a57-8e21-5d3c7b9a1f60';

export class TrayController {
  private readonly tray: Tray;
  private menu: Menu | null = null;
  private shown: readonly TrayItem[] | null = null;
  private state: ProtectionState | null = null;
  private toolTip = '';
  /** The menu is open: a new one would close it under the pointer. */
  private open = false;
  private waiting: TrayModel | null = null;
  private readonly images = new Map<string, NativeImage>();
  private readonly onTheme = () => { this.drawIcon(); };

  constructor(
    /** The folder that holds the drawn images: `<state>-black.png`, `<state>-white.png`, each with its @2x. */
    private readonly folder: string,
    private readonly onAction: (action: TrayAction) => void,
    onClick: () => void,
  ) {
    this.tray = process.platform === 'darwin' ? new Tray(this.image('off'), trayId) : new Tray(this.image('off'));
    // Where a click does not open the menu by itself (some Linux panels), it opens the window.
    this.tray.on('click', onClick);
    nativeTheme.on('updated', this.onTheme);
  }

  render(model: TrayModel): void {
    if (model.state !== this.state) {
      this.state = model.state;
      this.drawIcon();
    }
    if (model.toolTip !== this.toolTip) {
      this.toolTip = model.toolTip;
      this.tray.setToolTip(model.toolTip);
    }
    if (this.open) {
      this.waiting = model;
      return;
    }
    const update = menuUpdate(this.shown, model.items);
    this.shown = model.items;
    if (update.kind === 'rebuild') this.build(model.items);
    else if (update.kind === 'patch')
      for (const { id, enabled, checked } of update.changes) {
        const item = this.menu?.getMenuItemById(id);
        if (!item) continue;
        item.enabled = enabled;
        item.checked = checked;
      }
  }

  destroy(): void {
    nativeTheme.off('updated', this.onTheme);
    this.tray.destroy();
  }

  private build(items: readonly TrayItem[]): void {
    const menu = Menu.buildFromTemplate(items.map((item) => this.template(item)));
    menu.on('menu-will-show', () => { this.open = true; });
    menu.on('menu-will-close', () => {
      this.open = false;
      const { waiting } = this;
      this.waiting = null;
      // The click is told after the menu closed: it must still find its item.
      if (waiting) setImmediate(() => { this.render(waiting); });
    });
    this.menu = menu;
    this.tray.setContextMenu(menu);
  }

  private template(item: TrayItem): MenuItemConstructorOptions {
    const { id } = item;
    switch (item.type) {
      case 'separator':
        return { id, type: 'separator' };
      case 'text':
        return { id, label: item.label, enabled: false };
      case 'menu':
        return { id, label: item.label, enabled: item.enabled, submenu: item.items.map((inner) => this.template(inner)) };
      case 'action':
        return { id, label: item.label, enabled: item.enabled, click: () => { this.onAction(item.action); } };
      case 'radio':
        return { id, type: 'radio', label: item.label, enabled: item.enabled, checked: item.checked, click: () => { this.onAction(item.action); } };
    }
  }

  private drawIcon(): void {
    this.tray.setImage(this.image(this.state ?? 'off'));
  }

  private image(state: ProtectionState): NativeImage {
    // On macOS a template image takes the menu bar's colour; elsewhere the panel's shade is guessed from the theme.
    const colour = process.platform !== 'darwin' && nativeTheme.shouldUseDarkColors ? 'white' : 'black';
    const name = `${state}-${colour}.png`;
    let image = this.images.get(name);
    if (!image) {
      image = nativeImage.createFromPath(path.join(this.folder, name));
      if (process.platform === 'darwin') image.setTemplateImage(true);
      this.images.set(name, image);
    }
    return image;
  }
}
