import type { Form } from '../forms/use-form.ts'

/** Submits the form of a hook, as its button does. */
export const submitForm = (it: { form: Pick<Form<never>, 'props'> }): void =>
  it.form.props.onSubmit({ preventDefault: () => {} } as never)
