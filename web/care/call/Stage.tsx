import { type ReactNode, useEffect, useRef } from 'react'
import css from './Call.module.css'

interface StageProps {
  label: string
  urgent?: boolean
  /** A corner of the screen, with the app usable beside it. The content stays mounted, so audio continues. */
  small?: boolean
  children: ReactNode
}

/** Dark full screen over the app: a native modal dialog, so that the page below is inert. */
export function Stage({ label, urgent, small = false, children }: StageProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const node = dialog.current
    if (small) node?.show()
    else node?.showModal()
    // Otherwise the first button would get the focus and Enter would press it.
    const first = node?.querySelector<HTMLElement>('[data-first]') ?? node
    first?.focus()
    return () => node?.close()
  }, [small])
  return (
    <dialog
      ref={dialog}
      className={small ? css.small : css.stage}
      role={urgent ? 'alertdialog' : undefined}
      aria-label={label}
      tabIndex={-1}
      // Escape must not close a call: there are buttons for it.
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}
