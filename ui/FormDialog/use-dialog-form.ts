import { useEffect, useRef } from 'react'
import { type Form, type FormSettings, useForm } from '../forms/use-form.ts'
import { showToast } from '../Toast/toasts.ts'

export interface DialogFormSettings<V extends object, R> extends Partial<Omit<FormSettings<V>, 'submit'>> {
  /** Does it. What it throws is shown in the dialog, which stays as it was. */
  submit: (values: V) => Promise<R>
  /** Told once it is done: what to say of it in a toast, or `false` where the dialog stays, as there is something left to read. */
  done?: ((reply: R, values: V) => string | false | undefined) | undefined
  onClose: () => void
}

export interface DialogForm<V extends object> extends Form<V> {
  /** Closes the dialog, but not while something is under way: whoever left would not hear how it ended. */
  close: () => void
}

/** The form of a dialog: closes it when it is done, and keeps it open with all that was typed when it is not. */
export function useDialogForm<V extends object, R = unknown>(settings: DialogFormSettings<V, R>): DialogForm<V> {
  const { initial = {} as V, check = () => ({}), words = () => '', submit, done, onClose } = settings
  const isThere = useIsThere()
  const form = useForm<V>({
    initial,
    check,
    words,
    submit: async (values) => {
      const said = done?.(await submit(values), values)
      if (said) showToast(said)
      // What was done may have taken the dialog away already, and another one may stand in its place.
      if (said !== false && isThere.current) onClose()
    },
  })
  const close = () => {
    if (!form.busy) onClose()
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
