import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../i18n/messages.ts'
import { focusTargetAfterClose } from '../Screen/focus-target.ts'
import css from './Dialog.module.css'

interface DialogProps {
  open: boolean
  title: ReactNode
  /**
   * Called by Escape, by the visible "Atrás" (the dialog's own action may be named "close") and by a press outside.
   * Without it the user must choose an action.
   */
  onClose?: (() => void) | undefined
  /** A request is pending: `onClose` does nothing, and its button says so. */
  busy?: boolean | undefined
  children?: ReactNode
  /** Buttons; a destructive action comes second and has a full label. */
  actions?: ReactNode
}

/**
 * A native dialog: a bottom sheet on phones, centred from 600 px on. Closing returns the focus to the element that
 * opened it.
 */
export function Dialog({ open, title, onClose, busy, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const node = dialog.current
    if (!node || !open) return
    const opener = document.activeElement
    node.showModal()
    heading.current?.focus()
    return () => {
      node.close()
      // The browser restores the focus only for a dialog in the document, and React has removed this one.
      if (document.activeElement === document.body) focusTargetAfterClose(opener)?.focus({ preventScroll: true })
    }
  }, [open])
  if (!open) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is `onCancel`; a press on the backdrop is a shortcut to it
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Browsers close a dialog on a second Escape even if the first was prevented; it opens again while an answer is
      // needed.
      onClose={({ currentTarget: node }) => node.isConnected && !node.open && node.showModal()}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div className={css.sheet}>
        <div className={css.head}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {onClose && (
            <button type="button" className={css.close} aria-disabled={busy || undefined} onClick={onClose}>
              {t('ui.leaveDialog')}
            </button>
          )}
        </div>
        <div className={css.content}>{children}</div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
