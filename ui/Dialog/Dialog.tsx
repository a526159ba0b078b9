import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../i18n/messages.ts'
import { placeAfter } from '../Screen/place-after.ts'
import css from './Dialog.module.css'

interface DialogProps {
  open: boolean
  title: ReactNode
  /** Escape, the visible "Atrás" (what a dialog does may be to close something) and a press beside it. Absent: the person must choose an action. */
  onClose?: (() => void) | undefined
  /** Something is under way: `onClose` does nothing by now, and its button says so. */
  busy?: boolean | undefined
  children?: ReactNode
  /** Buttons; a destructive choice comes second and is worded in full. */
  actions?: ReactNode
}

/** Native dialog: a sheet from below on a phone, a dialog in the middle from 600 px on. Focus returns to what opened it. */
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
      // A browser gives the focus back when a dialog closes, but by now this one is out of the page.
      if (document.activeElement === document.body) placeAfter(opener)?.focus({ preventScroll: true })
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
      // A browser takes no "no" from who presses Escape twice; as long as there is something to answer, it is shown.
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
