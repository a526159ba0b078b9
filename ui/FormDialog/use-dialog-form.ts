import { useEffect, useRef, useState } from 'react'
import { oneAtATime } from '../forms/one-at-a-time.ts'
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
  const { initial = {} as V, check = () => ({}), message = () => '', submit, done, onClose } = settings
  const isThere = useIsThere()
  // Its own, as `busy` lasts until whatever else the page is about to show is shown.
  const [sending] = useState(oneAtATime)
  const form = useForm<V>({
    initial,
    check,
    message,
    submit: (values) =>
      sending.run(async () => {
        const reply = await submit(values)
        const said = done?.(reply, values)
        if (said) showToast(said)
        // What was done may have taken the dialog away already, and another one may stand in its place.
        if (said !== false && isThere.current) onClose()
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
