import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Called on Escape, and when the person leaves it otherwise. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the one that does it last. */
  readonly footer: ReactNode;
  readonly wide?: boolean;
  /** Escape does nothing while a change is being made. */
  readonly held?: boolean;
}

/** A modal dialogue: keeps the focus inside, gives it back when it closes. */
export function Dialog({ title, open, onClose, children, footer, wide = false, held = false }: DialogProps) {
  return (
    <ModalOverlay className="scrim" isOpen={open} onOpenChange={(next) => { if (!next) onClose(); }} isKeyboardDismissDisabled={held}>
      <Modal className={`modal ${wide ? 'modal-wide' : ''}`}>
        <AriaDialog className="dialog">
          <Heading slot="title" level={2} className="dialog-title">{title}</Heading>
          {/* Reachable by keyboard because its text may be longer than the window. */}
          <div className="dialog-body" tabIndex={0} role="group" aria-label={title}>{children}</div>
          <div className="dialog-footer">{footer}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
