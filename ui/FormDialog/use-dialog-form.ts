import { useEffect, useRef, useState } from 'react'
import { createSubmitLock } from '../forms/submit-lock.ts'
import { type Form, type FormSettings, useForm } from '../forms/use-form.ts'
import { showToast } from '../Toast/toasts.ts'

export interface DialogFormSettings<V extends object, R> extends Partial<Omit<FormSettings<V>, 'submit'>> {
  /** A thrown failure shows in the dialog, which keeps its values. */
  submit: (values: V, action?: string) => Promise<R>
  /**
   * Called on success. Returns the text of a toast, or `false` to keep the dialog open because it has something left
   * to read.
   */
  done?: ((reply: R, values: V) => string | false | undefined) | undefined
  onClose: () => void
}

export interface DialogForm<V extends object> extends Form<V> {
  /** Closes the dialog unless a request is pending: the user would miss its result. */
  close: () => void
}

/** The form of a dialog: closes the dialog on success, and keeps it open with all its values on failure. */
export function useDialogForm<V extends object, R = unknown>(settings: DialogFormSettings<V, R>): DialogForm<V> {
  const { initial = {} as V, check = () => ({}), message = () => '', submit, done, onClose } = settings
  const isThere = useIsThere()
  // Separate from `busy`, which lasts until all pending renders of the page are done.
  const [sending] = useState(createSubmitLock)
  const form = useForm<V>({
    initial,
    check,
    message,
    submit: (values, action) =>
      sending.run(async () => {
        const reply = await submit(values, action)
        const toastText = done?.(reply, values)
        if (toastText) showToast(toastText)
        // The success may have unmounted this dialog already, and `onClose` would close another one.
        if (toastText !== false && isThere.current) onClose()
      }),
  })
  const close = () => {
    if (!sending.isBusy()) onClose()
  }
  return { ...form, close }
}

function useIsThere() {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
