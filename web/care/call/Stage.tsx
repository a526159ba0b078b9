import { type ReactNode, useEffect, useRef } from 'react'
import css from './Call.module.css'

interface StageProps {
  label: string
  urgent?: boolean
  /** A corner of the screen, with the app in reach beside it. What is inside stays the same, so sound goes on. */
  small?: boolean
  children: ReactNode
}

/** The whole screen, dark, over everything else: a native modal dialog, so that what lies beneath is out of reach. */
export function Stage({ label, urgent, small = false, children }: StageProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const node = dialog.current
    if (small) node?.show()
    else node?.showModal()
    // Otherwise the first button would have the focus, and a press of Enter a meaning.
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
      // A call is not closed by a slip of the finger: there are buttons for it.
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}
