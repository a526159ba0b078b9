import { type ReactNode, useEffect, useRef } from 'react'
import css from './Call.module.css'

/** The whole screen, dark, over everything else: a native modal dialog, so that what lies beneath is out of reach. */
export function Stage({ label, urgent, children }: { label: string; urgent?: boolean; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const node = dialog.current
    node?.showModal()
    return () => node?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={css.stage}
      role={urgent ? 'alertdialog' : undefined}
      aria-label={label}
      // A call is not closed by a slip of the finger: there are buttons for it.
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}
