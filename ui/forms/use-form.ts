import { type SubmitEvent, useEffect, useId, useRef, useState, useTransition } from 'react'
import { CallFailed } from '../client/call-failed.ts'
import { useUninterruptible } from '../presence/uninterruptible.ts'
import { createSubmitLock } from './submit-lock.ts'

export const wrongFields = (problems: Problems): string[] => Object.keys(problems).filter((name) => problems[name])

export interface FormSettings<V extends object> {
  initial: V
  /** Returns the problem code of each invalid field, by a rule of `core`. */
  check: (values: V, action?: string) => { readonly [K in keyof V & string]?: string | undefined }
  /**
   * Sends the values; `action` is the value of the pressed button, if it has one. A `CallFailed` with `fields` goes to
   * the fields, `SubmitCancelled` nowhere; any other failure is `failure`.
   */
  submit: (values: V, action?: string) => Promise<unknown>
  /** The message for a field's problem code. */
  message: (field: keyof V & string, code: string) => string
}

/** The props of a field component: `<TextInput label=… {...form.field('email')} />`. */
export interface FieldBinding<T> {
  id: string
  name: string
  value: T
  onChange: (value: T) => void
  error: string | undefined
}

export interface FormError {
  id: string
  message: string
}

export interface Form<V extends object> {
  values: V
  set: <K extends keyof V & string>(name: K, value: V[K]) => void
  field: <K extends keyof V & string>(name: K) => FieldBinding<V[K]>
  /** Props of the `<form>`. */
  props: { method: 'dialog'; noValidate: true; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void }
  /** Props of `<ErrorSummary>`, which shows itself when two or more fields are wrong. */
  summary: { errors: FormError[]; attempt: number }
  busy: boolean
  /** What `submit` threw and no field shows. Cleared by the next submit. */
  failure: unknown
}

interface Shown {
  problems: Problems
  failure: unknown
  /** The number of submits: the focus moves once for each. */
  attempt: number
}

/**
 * Validates on submit, then live on the fields that failed (product 11.5). Fields must be in the order of the screen.
 */
export function useForm<V extends object>({ initial, check, submit, message }: FormSettings<V>): Form<V> {
  const id = useId()
  const [values, setValues] = useState(initial)
  const [feedback, setFeedback] = useState<Shown>({ problems: {}, failure: undefined, attempt: 0 })
  const [busy, startTransition] = useTransition()
  useUninterruptible(busy)
  const latest = useRef(values)
  const [sending] = useState(createSubmitLock)
  const idOf = (name: string) => `${id}-${name}`
  const names = Object.keys(initial) as (keyof V & string)[]
  const wrong = names.filter((name) => feedback.problems[name])
  const errorOf = (name: keyof V & string) => ({
    id: idOf(name),
    message: message(name, feedback.problems[name] ?? ''),
  })

  const fail = (problems: Problems, failure?: unknown) =>
    setFeedback(({ attempt }) => ({ problems, failure, attempt: attempt + 1 }))

  function set<K extends keyof V & string>(name: K, value: V[K]): void {
    const next = { ...latest.current, [name]: value }
    latest.current = next
    setValues(next)
    setFeedback((before) => {
      if (wrongFields(before.problems).length === 0) return before
      return { ...before, problems: remainingProblems(before.problems, check(next)) }
    })
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (sending.isBusy()) return
    const action = pressedAction(event)
    const problems = check(latest.current, action)
    if (wrongFields(problems).length > 0) {
      fail(problems)
      return
    }
    setFeedback((before) => ({ ...before, problems: {}, failure: undefined }))
    startTransition(() =>
      sending.run(async () => {
        try {
          await submit(latest.current, action)
        } catch (error) {
          if (error instanceof SubmitCancelled) return
          const known = serverProblems(error, names)
          fail(known, wrongFields(known).length > 0 ? undefined : error)
        }
      }),
    )
  }

  useFocusOnFirst(feedback.attempt, wrong.length === 1 ? wrong.map(idOf)[0] : undefined)
  return {
    values,
    set,
    field: (name) => {
      const code = feedback.problems[name]
      return {
        id: idOf(name),
        name,
        value: values[name],
        onChange: (value) => set(name, value),
        error: code && message(name, code),
      }
    },
    // Before hydration, a form with `method="dialog"` does nothing: no reload, and no password in the address.
    props: { method: 'dialog', noValidate: true, onSubmit },
    summary: { errors: wrong.length > 1 ? wrong.map(errorOf) : [], attempt: feedback.attempt },
    busy,
    failure: feedback.failure,
  }
}

/** Thrown by `submit` when the person has cancelled it, such as in a dialog of the device. */
export class SubmitCancelled extends Error {
  override name = 'SubmitCancelled'
}

function pressedAction({ nativeEvent: { submitter } }: SubmitEvent<HTMLFormElement>): string | undefined {
  return submitter instanceof HTMLButtonElement ? submitter.value || undefined : undefined
}

/**
 * A single invalid field takes the focus, in a radio group the selected option; with two or more the summary takes
 * it.
 */
function useFocusOnFirst(attempt: number, id: string | undefined): void {
  const target = useRef(id)
  target.current = id
  useEffect(() => {
    if (attempt === 0 || !target.current) return
    const field = document.getElementById(target.current)
    const checkedField = field?.closest('[role=radiogroup]')?.querySelector<HTMLElement>(':checked')
    ;(checkedField ?? field)?.focus()
  }, [attempt])
}

/** Problem codes by field; the screen has the messages. */
type Problems = Readonly<Record<string, string | undefined>>

/**
 * The server's field problems under the form's own names: `profile.email` becomes `email`, `profile.phone.number`
 * becomes `phone`.
 */
export function serverProblems(error: unknown, names: readonly string[]): Problems {
  if (!(error instanceof CallFailed)) return {}
  const problems: Record<string, string> = {}
  for (const [path, code] of Object.entries(error.fields)) {
    const name = names.find((one) => `.${path}.`.includes(`.${one}.`))
    if (name) problems[name] ??= code
  }
  return problems
}

/** After a submit only the fields that failed are validated while typing, so that no error appears early. */
export function remainingProblems(visibleProblems: Problems, now: Problems): Problems {
  const failed = Object.keys(visibleProblems).filter((name) => visibleProblems[name])
  return Object.fromEntries(failed.map((name) => [name, now[name]]))
}
